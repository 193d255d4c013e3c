package io.hookline.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.hookline.cli.terminal.CliErrors;
import io.hookline.cli.terminal.Shutdown;
import io.hookline.cli.watch.HookHostFlags;
import io.hookline.hook.effect.SideEffect;
import io.hookline.hook.protocol.HookException;
import io.hookline.kube.KubeOptions;
import io.hookline.server.call.HookSettings;
import io.hookline.server.call.SideEffects;
import io.hookline.web.Address;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.slf4j.LoggerFactory;
import picocli.CommandLine;

/** The flags of serve and run for their hooks. */
class HookHostFlagsTest {

    @TempDir
    Path folder;

    private static HookHostFlags parsed(String... arguments) {
        HookHostFlags flags = new HookHostFlags();
        CommandLine.Model.CommandSpec spec = CommandLine.Model.CommandSpec.create();
        spec.addMixin("flags", CommandLine.Model.CommandSpec.forAnnotatedObject(flags));
        new CommandLine(spec).parseArgs(arguments);
        return flags;
    }

    @Test
    void withoutTheFlagNoHookGetsAClientAndNoClusterIsNeeded() {
        try (Shutdown shutdown = new Shutdown()) {
            HookSettings settings = parsed().settings(
                            () -> {
                                throw new AssertionError("no cluster is configured");
                            },
                            shutdown);

            assertThat(settings.sideEffects()).isSameAs(SideEffects.NONE);
        }
    }

    @Test
    void onlyTheNamedHooksGetAClient() throws Exception {
        Path kubeconfig = Files.writeString(folder.resolve("config"), """
                apiVersion: v1
                kind: Config
                clusters: [{name: c, cluster: {server: "http://127.0.0.1:1"}}]
                contexts: [{name: c, context: {cluster: c, user: u}}]
                users: [{name: u, user: {}}]
                current-context: c
                """);
        KubeOptions options = KubeOptions.of("test").withKubeconfig(kubeconfig.toString());
        try (Shutdown shutdown = new Shutdown()) {
            SideEffects allowed = parsed("--allow-side-effects=scheduler,kubelet")
                    .settings(() -> options, shutdown)
                    .sideEffects();

            assertThat(allowed.client("scheduler", SideEffect.BIND_PODS)).isInstanceOf(SideEffect.BIND_PODS.client());
            assertThat(allowed.client("kubelet", SideEffect.REMOVE_PODS)).isInstanceOf(SideEffect.REMOVE_PODS.client());
            assertThatThrownBy(() -> allowed.client("hello", SideEffect.BIND_PODS))
                    .isInstanceOf(HookException.class)
                    .hasMessageContaining("--allow-side-effects hello");
        }
    }

    /** A hook acts on the Pod that its caller sends, whoever that is. */
    @ParameterizedTest
    @CsvSource({
        "--allow-side-effects=kubelet, 0.0.0.0,   false, true",
        "--allow-side-effects=kubelet, 10.1.2.3,  false, true",
        "--allow-side-effects=kubelet, 0.0.0.0,   true,  false",
        "--allow-side-effects=kubelet, 127.0.0.1, false, false",
        "--allow-side-effects=kubelet, localhost, false, false",
        "--allow-side-effects=kubelet, ::1,       false, false",
        "--allow-side-effects=kubelet, ::,        false, true",
        ",                             0.0.0.0,   false, false"
    })
    void sideEffectsForEverybodyAreRefused(@Nullable String flag, String host, boolean authenticated, boolean refused) {
        HookHostFlags flags = parsed(flag == null ? new String[0] : new String[] {flag});
        Address address = new Address(host, 8080);

        if (refused) {
            assertThatThrownBy(() -> flags.checkCallers(address, authenticated))
                    .isInstanceOf(CliErrors.UsageError.class)
                    .hasMessageContainingAll("--allow-side-effects kubelet", address.toString(), "--token-file");
        } else {
            flags.checkCallers(address, authenticated);
        }
    }

    @Test
    void sideEffectsForEverybodyMayBeAllowedAndAreWarnedOf() {
        Logger log = (Logger) LoggerFactory.getLogger(HookHostFlags.class);
        ListAppender<ILoggingEvent> lines = new ListAppender<>();
        lines.start();
        log.addAppender(lines);
        try {
            parsed("--allow-side-effects=kubelet", "--allow-anonymous-side-effects")
                    .checkCallers(new Address("0.0.0.0", 8080), false);
        } finally {
            log.detachAppender(lines);
        }

        assertThat(lines.list).singleElement().satisfies(line -> {
            assertThat(line.getLevel()).isEqualTo(Level.WARN);
            assertThat(line.getKeyValuePairs()).extracting(pair -> pair.value).contains("kubelet");
        });
    }
}
