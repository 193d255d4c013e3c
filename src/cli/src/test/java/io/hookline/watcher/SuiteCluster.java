package io.hookline.watcher;

import io.hookline.cluster.Cluster;
import io.hookline.controlplane.ControlPlaneExtension;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/** Where the watchers of a test run: a new cluster in memory, or the real one in a class with a real control plane. */
interface SuiteCluster {

    /** The cluster, with Things and Gadgets. */
    Cluster cluster();

    /** An existing namespace that no other test class writes to. */
    String namespace();

    /** A watcher on the cluster, with something between. On a real cluster, everything is deleted when it is closed. */
    WatcherFixture open(UnaryOperator<Cluster> between, WatcherOptions options);

    /** In memory. */
    final class Local implements SuiteCluster {
        @Override
        public Cluster cluster() {
            return new LocalWorld().cluster;
        }

        @Override
        public String namespace() {
            return "default";
        }

        @Override
        public WatcherFixture open(UnaryOperator<Cluster> between, WatcherOptions options) {
            return new WatcherFixture(between::apply, options);
        }
    }

    /** Gives it to a method of a test class. */
    final class Resolver implements ParameterResolver {
        @Override
        public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
            return parameter.getParameter().getType() == SuiteCluster.class;
        }

        @Override
        public SuiteCluster resolveParameter(ParameterContext parameter, ExtensionContext context) {
            return ControlPlaneExtension.plane(context)
                    .<SuiteCluster>map(plane -> {
                        String namespace =
                                ControlPlaneExtension.namespace(context).name();
                        return context.getRoot()
                                .getStore(ExtensionContext.Namespace.create(RealWorld.class))
                                .computeIfAbsent(namespace, _ -> RealWorld.on(plane, namespace), RealWorld.class);
                    })
                    .orElseGet(Local::new);
        }
    }
}
