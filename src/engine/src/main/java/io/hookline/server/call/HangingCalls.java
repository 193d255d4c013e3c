package io.hookline.server.call;

/** The running and hanging calls of one version of a hook. A call hangs if it runs on after its timeout. */
public interface HangingCalls {

    /** The number of calls that hang; none of a hook whose process is killed at the timeout. */
    default int hanging() {
        return 0;
    }

    /** The number of calls that run, including those that hang. */
    int running();

    /** Whether calls that hang take all places, so that every new call is refused. */
    default boolean isRefusing() {
        return false;
    }

    /** Abandons the calls that run: their callers get an error at once. They may run on, and then hang. */
    void abandon();
}
