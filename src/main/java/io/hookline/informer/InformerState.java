package io.hookline.informer;

import java.time.Instant;
import java.util.Optional;

/** What an informer is about to do next. */
sealed interface InformerState {

    /** Reads the next page of a list; {@code limit} 0 for all that is left. */
    record Listing(ListRound round, String continueToken, int limit) implements InformerState {
        static Listing from(int limit) {
            return new Listing(new ListRound(), "", limit);
        }
    }

    /** Opens a streaming list. */
    record OpeningStream() implements InformerState {}

    /** Reads a streaming list until it ends; the watch goes on after that. */
    record Streaming(OpenWatch watch, ListRound round) implements InformerState {}

    /** Opens a watch after a version. */
    record Connecting(String resourceVersion) implements InformerState {}

    /** Follows a watch. */
    record Watching(OpenWatch watch) implements InformerState {}

    /** Does nothing for a while. */
    record Resting(Instant until, InformerState next) implements InformerState {}

    /** Where to go on after a failure that will pass. */
    default InformerState again() {
        return switch (this) {
            case Streaming _ -> new OpeningStream();
            case Watching(OpenWatch watch) -> new Connecting(watch.position());
            case Listing _, OpeningStream _, Connecting _, Resting _ -> this;
        };
    }

    /** When time alone brings the next step; empty if there is a step to do now. */
    default Optional<Instant> due() {
        return switch (this) {
            case Streaming(OpenWatch watch, ListRound _) -> Optional.of(watch.due());
            case Watching(OpenWatch watch) -> Optional.of(watch.due());
            case Resting(Instant until, InformerState _) -> Optional.of(until);
            case Listing _, OpeningStream _, Connecting _ -> Optional.empty();
        };
    }

    /** What fails if it fails. */
    default Recovery.State state() {
        return switch (this) {
            case Listing(ListRound _, String token, int _) ->
                token.isEmpty() ? Recovery.State.FIRST_PAGE : Recovery.State.LATER_PAGE;
            case OpeningStream _, Streaming _ -> Recovery.State.STREAM;
            case Connecting _, Watching _ -> Recovery.State.WATCH;
            case Resting _ -> Recovery.State.REST;
        };
    }

    /** What fails if it fails, in words. */
    default String verb() {
        return switch (this) {
            case Listing _ -> "list";
            case OpeningStream _, Streaming _, Connecting _, Watching _, Resting _ -> "watch";
        };
    }

    /** Closes the watch, if one is open. */
    default void close() {
        switch (this) {
            case Streaming(OpenWatch watch, ListRound _) -> watch.close();
            case Watching(OpenWatch watch) -> watch.close();
            case Listing _, OpeningStream _, Connecting _, Resting _ -> {}
        }
    }
}
