package io.hookline.cli.pods;

import io.hookline.informer.ResourceEventHandler;
import io.hookline.object.KubeObject;
import java.io.PrintWriter;
import java.util.Locale;

/** Prints one line for each change of a Pod: the event, the name, the phase and the first image. */
final class PodEventPrinter implements ResourceEventHandler {

    private final PrintWriter out;
    private final boolean withNamespace;
    private final Runnable whenClosed;

    /**
     * Creates a printer.
     *
     * @param whenClosed called after each line that nobody reads, for example after {@code | head}
     */
    PodEventPrinter(PrintWriter out, boolean withNamespace, Runnable whenClosed) {
        this.out = out;
        this.withNamespace = withNamespace;
        this.whenClosed = whenClosed;
    }

    @Override
    public void added(KubeObject pod) {
        print("ADDED", pod);
    }

    @Override
    public void updated(KubeObject before, KubeObject now) {
        print("MODIFIED", now);
    }

    @Override
    public void deleted(KubeObject last) {
        print("DELETED", last);
    }

    private void print(String event, KubeObject pod) {
        PodRow row = PodRow.of(pod);
        String name = withNamespace ? row.namespace() + "/" + row.name() : row.name();
        out.printf(Locale.ROOT, "%-9s %-40s %-10s %s%n", event, name, row.phase(), row.image());
        if (out.checkError()) { // flushes
            whenClosed.run();
        }
    }
}
