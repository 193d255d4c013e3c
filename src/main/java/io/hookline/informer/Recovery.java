package io.hookline.informer;

import io.hookline.cluster.ClusterException;

/**
 * What an informer does after a failure. {@link #of} is the whole table:
 *
 * <pre>
 *              TRANSIENT   EXPIRED                     UNSUPPORTED     LASTING, BUG
 * FIRST_PAGE   same, rest  restart, rest               restart, rest   restart, rest
 * LATER_PAGE   same, rest  whole list, now             restart, rest   restart, rest
 * STREAM       same, rest  restart, rest               pages, now      restart, rest
 * WATCH        same, rest  restart, now or rest        restart, rest   restart, rest
 * REST         same, rest  restart, rest               restart, rest   restart, rest
 * </pre>
 *
 * @param next where it continues
 * @param delay when it continues
 */
record Recovery(Next next, Delay delay) {

    /** What failed. */
    enum State {
        /** The first page of a list. */
        FIRST_PAGE,
        /** A page that continues a list. */
        LATER_PAGE,
        /** A streaming list, when it is opened or read. */
        STREAM,
        /** A watch, when it is opened or read. */
        WATCH,
        /** Nothing but a rest. */
        REST
    }

    /** Why it failed. */
    enum Cause {
        /** The same request may succeed later. */
        TRANSIENT,
        /** The server forgot the version or the continue token. */
        EXPIRED,
        /** The server does not understand the request. */
        UNSUPPORTED,
        /** Somebody has to act first: grant a permission, install the kind. */
        LASTING,
        /** An exception that nobody expects. */
        BUG;

        static Cause of(Throwable failure) {
            return failure instanceof ClusterException answer ? ofCluster(answer) : BUG;
        }

        private static Cause ofCluster(ClusterException failure) {
            return switch (failure) {
                case ClusterException.Unreachable _,
                        ClusterException.Unavailable _,
                        ClusterException.TooManyRequests _,
                        ClusterException.Unauthorized _ -> TRANSIENT;
                case ClusterException.Expired _ -> EXPIRED;
                case ClusterException.BadRequest _, ClusterException.Invalid _ -> UNSUPPORTED;
                case ClusterException.NotFound _,
                        ClusterException.AlreadyExists _,
                        ClusterException.Conflict _,
                        ClusterException.Forbidden _,
                        ClusterException.TooLarge _,
                        ClusterException.OutcomeUnknown _ -> LASTING;
            };
        }
    }

    /** Where to continue. */
    enum Next {
        /** With the same request; a watch continues after the last version that came. */
        SAME,
        /** With a new list: a stream, unless this server does not do that. */
        RESTART,
        /** With a list in pages, as for the next hour: this server has no streams of this resource. */
        PAGES,
        /** With a list in one piece: reading pages takes longer than the server remembers. */
        WHOLE_LIST
    }

    /** When to continue. */
    enum Delay {
        NONE,
        /** After a back-off, or at the time that the server names if that is later. */
        REST,
        /** At once after a long gap, which a version that is too old just ends; else it would list in a hot loop. */
        REST_IF_LISTED_RECENTLY
    }

    private static final Recovery RETRY = new Recovery(Next.SAME, Delay.REST);
    private static final Recovery RESTART = new Recovery(Next.RESTART, Delay.REST);

    static Recovery of(State state, Cause cause) {
        return switch (cause) {
            case TRANSIENT -> RETRY;
            case EXPIRED ->
                switch (state) {
                    case LATER_PAGE -> new Recovery(Next.WHOLE_LIST, Delay.NONE);
                    case WATCH -> new Recovery(Next.RESTART, Delay.REST_IF_LISTED_RECENTLY);
                    case FIRST_PAGE, STREAM, REST -> RESTART;
                };
            case UNSUPPORTED -> state == State.STREAM ? new Recovery(Next.PAGES, Delay.NONE) : RESTART;
            case LASTING, BUG -> RESTART;
        };
    }
}
