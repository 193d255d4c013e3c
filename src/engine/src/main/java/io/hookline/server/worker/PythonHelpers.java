package io.hookline.server.worker;

/** The module {@code hookline} that Python hooks can import: conditions, names and hashes, as in {@code io.hookline.hook}. */
public final class PythonHelpers {

    private PythonHelpers() {}

    /** The source of the module. */
    public static String source() {
        return WorkerLanguage.source("hookline.py");
    }
}
