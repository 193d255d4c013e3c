package io.hookline.cli;

import ch.qos.logback.classic.Level;
import io.hookline.cli.terminal.Build;
import io.hookline.cli.terminal.CliErrors;
import io.hookline.cli.terminal.Logging;
import io.hookline.cli.terminal.Shutdown;
import io.hookline.cli.watch.HookHostFlags;
import io.hookline.kube.KubeOptions;
import io.hookline.object.FileFailure;
import io.hookline.process.HookHost;
import io.hookline.process.ServerTlsFiles;
import io.hookline.server.BearerTokens;
import io.hookline.server.CallRules;
import io.hookline.server.ClientCertificates;
import io.hookline.server.HookServer;
import io.hookline.server.call.HookSettings;
import io.hookline.testing.scenario.Scenario;
import io.hookline.web.Address;
import io.hookline.web.WebOptions;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code hookline serve}: the hook server alone. */
@Command(
        name = "serve",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "Serve hooks over HTTP, for any watcher: POST /NAME/sync, /NAME/finalize, /NAME/customize.",
            "For the API server, hooks of admission are at /NAME/validate and /NAME/mutate.",
            "GET / lists the hooks; /healthz, /readyz and /metrics are served too. Limits of a call: 10 s, and 64 MiB for"
                    + " the request. At most 32 Java calls and 32 calls of scripts and executables run at a time, a few of them for one hook"
                    + " (--calls-per-hook); further calls wait within their 10 s."
        })
final class ServeCommand implements Callable<Integer> {

    private static final Logger LOG = LoggerFactory.getLogger(ServeCommand.class);

    @Option(
            names = "--address",
            paramLabel = "HOST:PORT",
            description = "The address to listen on (default: ${DEFAULT-VALUE}).")
    private Address address = new Address("0.0.0.0", 8080);

    @Option(
            names = "--hooks",
            paramLabel = "DIR",
            description =
                    "One folder for each hook: Java sources, or scripts and executables sync.*, finalize.*, customize.*, validate.*,"
                            + " mutate.*; or the folder of one hook, such as a Maven project (default: ${DEFAULT-VALUE}).")
    private Path hooks = Path.of("hooks");

    @Mixin
    private ServeFlags flags = new ServeFlags();

    @Mixin
    private final HookHostFlags hookFlags = new HookHostFlags();

    @Option(
            names = "--kubeconfig",
            paramLabel = "FILE",
            description =
                    "The cluster that these hooks change (default: the variable KUBECONFIG, then the Pod's service"
                            + " account, then ~/.kube/config).")
    private @Nullable Path kubeconfig;

    @Option(names = "--context", paramLabel = "NAME", description = "The context in the kubeconfig.")
    private @Nullable String context;

    @Option(
            names = "--log-format",
            paramLabel = "json|text",
            description = "The log format (default: text on a terminal, else json).")
    private String logFormat = Logging.isTerminal() ? "text" : "json";

    @Option(
            names = {"-v", "--verbose"},
            description =
                    "Log each failed call with its stack trace; as JSON, the first of equal failures always has it.")
    private boolean verbose;

    @Override
    public Integer call() throws InterruptedException {
        Logging.configure(format(), verbose ? Level.DEBUG : Level.INFO);
        WebOptions options = flags.at(address).withStopWithin(ServeFlags.ANSWERS_WITHIN);
        CallRules rules = flags.rules();
        hookFlags.checkCallers(address, rules.areAuthenticated());
        PrometheusRegistry registry = new PrometheusRegistry();
        try (Shutdown shutdown = new Shutdown()) {
            shutdown.listen();
            HookHost runtime = shutdown.closing(HookHost.open(
                    hooks, Scenario.hooksCalledIn(hooks), hookFlags.settings(this::connection, shutdown), registry));
            HookServer server =
                    shutdown.closing(CliErrors.unlessInUse("--address", () -> runtime.serve(options, rules)));
            flags.watch(shutdown, registry);
            runtime.load(_ -> true);
            LOG.atInfo().addKeyValue("url", server.uri()).log("hook server is listening");
            shutdown.await();
            flags.drain(server, shutdown, address);
        }
        return 0;
    }

    /** With the name of the text format of {@code hookline watch} too. */
    private Logging.Format format() {
        return switch (logFormat) {
            case "json" -> Logging.Format.JSON;
            case "text", "console" -> Logging.Format.TEXT;
            default -> throw new CliErrors.UsageError("--log-format: expected json or text, was " + logFormat);
        };
    }

    private KubeOptions connection() {
        return KubeOptions.of(new Build().version())
                .withKubeconfig(kubeconfig == null ? "" : kubeconfig.toString())
                .withContext(context == null ? "" : context);
    }

    /**
     * The options of {@code hookline serve} for TLS, the credentials of callers and the time of their requests; for its
     * load; and for its end, which loses no call.
     */
    static final class ServeFlags {

        /** The time for the last calls: that of a call, and some for its request to arrive. */
        static final Duration ANSWERS_WITHIN = HookSettings.DEFAULTS.timeout().plusSeconds(5);

        private static final Duration DEFAULT_DELAY = Duration.ofSeconds(5);

        @Option(
                names = "--tls-cert-file",
                paramLabel = "FILE",
                description =
                        "Serve HTTPS with this certificate (PEM), followed by its intermediate certificates; needs"
                                + " --tls-private-key-file.")
        private @Nullable Path certificate;

        @Option(
                names = "--tls-private-key-file",
                paramLabel = "FILE",
                description = "The private key of that certificate (PEM).")
        private @Nullable Path key;

        @Option(
                names = "--client-ca-file",
                paramLabel = "FILE",
                description =
                        "Call hooks only for clients with a certificate that is signed by one of these authorities (PEM),"
                                + " such as the clientTLS of a webhook; needs --tls-cert-file.")
        private @Nullable Path clientAuthorities;

        @Option(
                names = "--token-file",
                paramLabel = "FILE",
                description =
                        "Call hooks only for requests with a bearer token of this file, which has one in each line (default: for"
                                + " all requests). This file and those for TLS are read again within 10 s after they change.")
        private @Nullable Path tokens;

        @Option(
                names = "--request-timeout",
                paramLabel = "DURATION",
                description =
                        "Maximum time in which a request arrives, from its first byte to its last one, and in which a client"
                                + " reads a response (default: ${DEFAULT-VALUE}).")
        private Duration requestTimeout = Duration.ofSeconds(30);

        @Option(
                names = "--max-requests-inflight",
                paramLabel = "N",
                description =
                        "Maximum calls that run or wait; further ones are refused with 429 and Retry-After, and the watcher"
                                + " repeats them later. Probes and metrics are never refused (default: ${DEFAULT-VALUE}).")
        private int maxInFlight = CallRules.DEFAULT_MAX_IN_FLIGHT;

        @Option(
                names = "--access-log",
                description =
                        "Log each request: method, path, status, ms, bytesIn, bytesOut, requestId, client, userAgent."
                                + " Probes and scrapes are logged only if they fail.")
        private boolean accessLog;

        @Option(
                names = "--shutdown-delay-duration",
                paramLabel = "DURATION",
                description =
                        "After SIGTERM, answer calls for this time while /readyz fails, so that Services stop to send"
                                + " calls; then close the port and answer the last ones, within 15 s (default: 5s; 0s on a"
                                + " loopback address, which no Service reaches).")
        private @Nullable Duration delay;

        private Optional<ServerTlsFiles> files = Optional.empty();
        private Optional<ServerTlsFiles.Authorities> authorities = Optional.empty();

        /** The options of the server. */
        WebOptions at(Address address) {
            if (!requestTimeout.isPositive()) {
                throw new CliErrors.UsageError("--request-timeout must be longer than 0");
            }
            WebOptions options = WebOptions.at(address).withRequestTimeout(requestTimeout);
            if (certificate == null && key == null) {
                if (clientAuthorities != null) {
                    throw new CliErrors.UsageError("--client-ca-file needs --tls-cert-file and --tls-private-key-file");
                }
                return options;
            }
            if (certificate == null || key == null) {
                throw new CliErrors.UsageError("--tls-cert-file and --tls-private-key-file need each other");
            }
            authorities = Optional.ofNullable(clientAuthorities).map(ServeFlags::authorities);
            ServerTlsFiles tls = read(certificate, key, authorities.isPresent());
            files = Optional.of(tls);
            return options.withTls(tls);
        }

        private static ServerTlsFiles.Authorities authorities(Path file) {
            try {
                return ServerTlsFiles.Authorities.read(existing("--client-ca-file", file));
            } catch (IOException | GeneralSecurityException e) {
                throw new CliErrors.UsageError("--client-ca-file " + file + ": " + FileFailure.reason(e));
            }
        }

        private static ServerTlsFiles read(Path certificate, Path key, boolean asksForCertificates) {
            try {
                return ServerTlsFiles.read(
                        existing("--tls-cert-file", certificate),
                        existing("--tls-private-key-file", key),
                        asksForCertificates);
            } catch (IOException | GeneralSecurityException e) {
                throw new CliErrors.UsageError("--tls-cert-file " + certificate + ", --tls-private-key-file " + key
                        + ": " + FileFailure.text(e));
            }
        }

        private static Path existing(String option, Path file) {
            if (Files.notExists(file)) {
                throw new CliErrors.UsageError(option + ": there is no file " + file);
            }
            return file;
        }

        /** Which calls are accepted; only after {@link #at}. */
        CallRules rules() {
            InstantSource clock = InstantSource.system();
            return new CallRules(
                    tokens(),
                    authorities.map(known -> new ClientCertificates(known, clock)),
                    false,
                    CliErrors.atLeastOne("--max-requests-inflight", maxInFlight),
                    accessLog);
        }

        /** Uses changed files from now on. */
        void watch(Shutdown shutdown, PrometheusRegistry registry) {
            files.ifPresent(tls -> {
                ScheduledExecutorService thread = shutdown.closing(Executors.newSingleThreadScheduledExecutor(
                        Thread.ofPlatform().daemon().name("tls-files").factory()));
                tls.watch(authorities, thread, registry);
            });
        }

        /** Those of the callers; empty if they need none. */
        private Optional<BearerTokens> tokens() {
            try {
                return Optional.ofNullable(tokens)
                        .map(file -> existing("--token-file", file))
                        .map(BearerTokens::in);
            } catch (IllegalArgumentException e) {
                throw new CliErrors.UsageError("--token-file: " + e.getMessage());
            }
        }

        /** Waits until no further calls are expected. A second signal ends the process at once. */
        void drain(HookServer server, Shutdown shutdown, Address address) throws InterruptedException {
            Duration wait =
                    shutdown.isTerminated() ? delayOn(address) : Duration.ZERO; // a person does not wait for a Service
            server.drain();
            LOG.atInfo().addKeyValue("delay", wait).log("stopping");
            var _ = new CountDownLatch(1).await(wait.toMillis(), TimeUnit.MILLISECONDS);
        }

        private Duration delayOn(Address address) {
            if (delay != null) {
                return delay;
            }
            return address.isLoopback() ? Duration.ZERO : DEFAULT_DELAY;
        }
    }
}
