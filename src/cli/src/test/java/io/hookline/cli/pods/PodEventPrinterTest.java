package io.hookline.cli.pods;

import static org.assertj.core.api.Assertions.assertThat;

import io.hookline.cli.pods.PodsCommand.PodsWatchCommand.PodEventPrinter;
import io.hookline.object.KubeObject;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.Writer;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class PodEventPrinterTest {

    private static final KubeObject POD = KubeObject.of("""
            {"apiVersion":"v1","kind":"Pod","metadata":{"name":"web-0","namespace":"shop"},
             "spec":{"containers":[{"name":"main","image":"nginx:1.29"},{"name":"side","image":"envoy"}]},
             "status":{"phase":"Running"}}
            """);

    private static final KubeObject BARE = KubeObject.of(
            "{\"apiVersion\":\"v1\",\"kind\":\"Pod\",\"metadata\":{\"name\":\"web-1\",\"namespace\":\"shop\"}}");

    private final AtomicInteger closed = new AtomicInteger();
    private final StringWriter out = new StringWriter();

    private PodEventPrinter printer(Writer to, boolean withNamespace) {
        return new PodEventPrinter(new PrintWriter(to), withNamespace, closed::incrementAndGet);
    }

    @Test
    void eachEventIsALineWithNamePhaseAndFirstImage() {
        PodEventPrinter printer = printer(out, false);

        printer.added(POD);
        printer.updated(POD, BARE);
        printer.deleted(POD);

        assertThat(out.toString()).isEqualTo("""
                ADDED     web-0                                    Running    nginx:1.29
                MODIFIED  web-1                                    <none>     <none>
                DELETED   web-0                                    Running    nginx:1.29
                """);
        assertThat(closed).hasValue(0);
    }

    @Test
    void aPodOfAllNamespacesIsNamedWithItsNamespace() {
        printer(out, true).added(POD);

        assertThat(out.toString()).startsWith("ADDED     shop/web-0 ");
    }

    @Test
    void anOutputThatNobodyReadsEndsTheCommand() {
        printer(
                        new Writer() {
                            @Override
                            public void write(char[] text, int offset, int length) throws IOException {
                                throw new IOException("Broken pipe");
                            }

                            @Override
                            public void flush() {}

                            @Override
                            public void close() {}
                        },
                        false)
                .added(POD);

        assertThat(closed).hasValue(1);
    }
}
