package io.hookline.informer;

import io.hookline.cluster.ClusterException;

/**
 * What an informer does after a failure. {@link #of} is the whole table:
 *
 * <pre>
 *               BUSY, TRANSIENT  EXPIRED                  UNSUPPORTED        LASTING, BUG
 * FIRST_PAGE    same, backoff    restart, backoff         restart, backoff   restart, backoff
 * LATER_PAGE    same, backoff    whole list, now          restart, backoff   restart, backoff
 * STREAM        same, backoff    restart, backoff         pages, now         restart, backoff
 * WATCH         same, backoff    restart, now or backoff  restart, backoff   restart, backoff
 * BACKOFF       same, backoff    restart, backoff         restart, backoff   restart, backoff
 * </pre>
 *
 * <p>One exception: a watch that fails {@link #WATCH_ATTEMPTS} times after the same version, for a TRANSIENT cause at the end, is
 * followed by a restart with back-off. What the server cannot send or read stays so, such as an event that it cannot convert, and
 * only a list passes over it.
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
        /** A wait after another failure. */
        BACKOFF
    }

    /** How often a watch may fail after the same version until the resource is listed again: half a minute with the usual back-off. */
    static final int WATCH_ATTEMPTS = 5;

    /** Why it failed. */
    enum Cause {
        /** Nothing answers, or the server asks for fewer requests: any other request would fail too, and add to the load. */
        BUSY,
        /** The same request may succeed later. */
        TRANSIENT,
        /** The server no longer has the version or the continue token. */
        EXPIRED,
        /** The server does not support the request. */
        UNSUPPORTED,
        /** An administrator must act first: grant a permission, install the kind. */
        LASTING,
        /** An unexpected exception. */
        BUG;

        static Cause of(Throwable failure) {
            return failure instanceof ClusterException answer ? ofCluster(answer) : BUG;
        }

        private static Cause ofCluster(ClusterException failure) {
            return switch (failure) {
                case ClusterException.TooManyRequests _ -> BUSY;
                case ClusterException.Unreachable e -> e.isRefused() ? BUSY : TRANSIENT;
                case ClusterException.Unavailable _, ClusterException.Unauthorized _ -> TRANSIENT;
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
        /** With the same request; a watch continues after the last received version. */
        SAME,
        /** With a new list: a stream, unless the server does not support streams. */
        RESTART,
        /** With a list in pages, also for the next hour: the server does not support streams of this resource. */
        PAGES,
        /** With a list in one piece: reading pages takes longer than the server keeps a continue token. */
        WHOLE_LIST
    }

    /** When to continue. */
    enum Delay {
        NONE,
        /** After a back-off, or at the time that the server requests if that is later. */
        BACKOFF,
        /**
         * Without delay if the last list is long ago: then the version is old because of a long gap. Otherwise after a
         * back-off, since an informer that lists again without delay could loop.
         */
        BACKOFF_IF_LISTED_RECENTLY
    }

    private static final Recovery RETRY = new Recovery(Next.SAME, Delay.BACKOFF);
    private static final Recovery RESTART = new Recovery(Next.RESTART, Delay.BACKOFF);

    /**
     * What follows.
     *
     * @param attempts how often a watch has failed after the same version, with this failure; ignored in other states
     */
    static Recovery of(State state, Cause cause, int attempts) {
        return switch (cause) {
            case BUSY -> RETRY;
            case TRANSIENT -> state == State.WATCH && attempts >= WATCH_ATTEMPTS ? RESTART : RETRY;
            case EXPIRED ->
                switch (state) {
                    case LATER_PAGE -> new Recovery(Next.WHOLE_LIST, Delay.NONE);
                    case WATCH -> new Recovery(Next.RESTART, Delay.BACKOFF_IF_LISTED_RECENTLY);
                    case FIRST_PAGE, STREAM, BACKOFF -> RESTART;
                };
            case UNSUPPORTED -> state == State.STREAM ? new Recovery(Next.PAGES, Delay.NONE) : RESTART;
            case LASTING, BUG -> RESTART;
        };
    }
}
