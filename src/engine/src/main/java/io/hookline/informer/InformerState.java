package io.hookline.informer;

import java.time.Instant;
import java.util.Optional;

/** What an informer does next. */
sealed interface InformerState {

    /** Reads the next page of a list; {@code limit} 0 for all remaining objects. */
    record Listing(ListRound round, String continueToken, int limit) implements InformerState {
        static Listing from(int limit) {
            return new Listing(new ListRound(), "", limit);
        }
    }

    /** Opens a streaming list. */
    record OpeningStream() implements InformerState {}

    /** Reads a streaming list until its end; the watch continues after that. */
    record Streaming(OpenWatch watch, ListRound round) implements InformerState {}

    /** Asks whether the server still knows a version, before a watch after it is opened again. */
    record Reconnecting(String resourceVersion) implements InformerState {}

    /** Opens a watch after a version. */
    record Connecting(String resourceVersion) implements InformerState {}

    /** Reads the events of a watch. */
    record Watching(OpenWatch watch) implements InformerState {}

    /** Waits after a failure. */
    record BackingOff(Instant until, InformerState next) implements InformerState {}

    /** The state to continue in after a transient failure. */
    default InformerState again() {
        return switch (this) {
            case Streaming _ -> new OpeningStream();
            case Connecting(String version) -> new Reconnecting(version);
            case Watching(OpenWatch watch) -> new Reconnecting(watch.position());
            case Listing _, OpeningStream _, Reconnecting _, BackingOff _ -> this;
        };
    }

    /** The time of the next step, if only the clock triggers it; empty if there is a step to do now. */
    default Optional<Instant> due() {
        return switch (this) {
            case Streaming(OpenWatch watch, ListRound _) -> Optional.of(watch.due());
            case Watching(OpenWatch watch) -> Optional.of(watch.due());
            case BackingOff(Instant until, InformerState _) -> Optional.of(until);
            case Listing _, OpeningStream _, Reconnecting _, Connecting _ -> Optional.empty();
        };
    }

    /** This state as a row of the recovery table. */
    default Recovery.State state() {
        return switch (this) {
            case Listing(ListRound _, String token, int _) ->
                token.isEmpty() ? Recovery.State.FIRST_PAGE : Recovery.State.LATER_PAGE;
            case OpeningStream _, Streaming _ -> Recovery.State.STREAM;
            case Reconnecting _, Connecting _, Watching _ -> Recovery.State.WATCH;
            case BackingOff _ -> Recovery.State.BACKOFF;
        };
    }

    /** The version after which a watch continues; empty if none does. */
    default String position() {
        return switch (this) {
            case Reconnecting(String version) -> version;
            case Connecting(String version) -> version;
            case Watching(OpenWatch watch) -> watch.position();
            case Listing _, OpeningStream _, Streaming _, BackingOff _ -> "";
        };
    }

    /** The request of this state, as a verb for messages. */
    default String verb() {
        return switch (this) {
            case Listing _ -> "list";
            case OpeningStream _, Streaming _, Reconnecting _, Connecting _, Watching _, BackingOff _ -> "watch";
        };
    }

    /** Closes the watch, if one is open. */
    default void close() {
        switch (this) {
            case Streaming(OpenWatch watch, ListRound _) -> watch.close();
            case Watching(OpenWatch watch) -> watch.close();
            case Listing _, OpeningStream _, Reconnecting _, Connecting _, BackingOff _ -> {}
        }
    }
}
