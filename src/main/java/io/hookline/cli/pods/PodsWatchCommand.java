package io.hookline.cli.pods;

import ch.qos.logback.classic.Level;
import io.hookline.cli.terminal.CliErrors;
import io.hookline.cli.terminal.Logging;
import io.hookline.cli.terminal.Shutdown;
import io.hookline.informer.InformerOptions;
import io.hookline.informer.SharedInformerFactory;
import io.hookline.informer.Subscription;
import io.hookline.kube.KubeCluster;
import java.time.InstantSource;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code hookline pods watch}: the Pods that exist now, then each change. */
@Command(
        name = "watch",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "Print each Pod as ADDED, then each change as ADDED, MODIFIED or DELETED, until Ctrl-C.",
            "If the connection breaks, the command connects again and prints what changed meanwhile, and nothing twice."
        })
final class PodsWatchCommand implements Callable<Integer> {

    @Mixin
    private final PodSelection selection = new PodSelection();

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandSpec spec;

    @Override
    public Integer call() throws InterruptedException {
        Logging.configure(Logging.Format.TEXT, Level.ERROR);
        try (Shutdown shutdown = new Shutdown()) {
            shutdown.listen();
            KubeCluster cluster = shutdown.closing(selection.connect());
            SharedInformerFactory informers = shutdown.closing(new SharedInformerFactory(
                    cluster,
                    InformerOptions.DEFAULTS,
                    Thread.ofVirtual().name("pods-", 0).factory(),
                    InstantSource.system(),
                    new SplittableRandom()));
            follow(cluster, informers, shutdown);
        }
        return 0;
    }

    private void follow(KubeCluster cluster, SharedInformerFactory informers, Shutdown shutdown)
            throws InterruptedException {
        PodEventPrinter printer =
                new PodEventPrinter(spec.commandLine().getOut(), selection.allNamespaces(), shutdown::request);
        Subscription pods =
                informers.subscribe(PodSelection.PODS, selection.namespace(cluster), selection.labels(), printer);
        pods.whenSynced(() -> Logging.level("io.hookline", Level.INFO)); // lost connections, and that they are restored
        pods.whenTroubled(() -> {
            if (!pods.isSynced()) {
                shutdown.request(); // a wrong address, or missing rights; after the first list, failures are retried
            }
        });
        shutdown.await();
        if (!pods.isSynced()) {
            pods.trouble().ifPresent(failure -> {
                throw new CliErrors.CommandFailed(failure);
            });
        }
    }
}
