package io.hookline.cli.why;

import ch.qos.logback.classic.Level;
import io.hookline.cli.dev.DevKubeconfig;
import io.hookline.cli.dev.ProjectCluster;
import io.hookline.cli.terminal.CliErrors;
import io.hookline.cli.terminal.ClusterFlags;
import io.hookline.cli.terminal.Logging;
import io.hookline.kube.config.ConfigLoader;
import io.hookline.kube.config.KubeEnvironment;
import io.hookline.object.FileFailure;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.io.Reader;
import java.net.HttpURLConnection;
import java.net.Proxy;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code hookline why}: prints what the console of a watcher answers. */
@Command(
        name = "why",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "Print why a hook was called for an object, what was written and what it waits for.",
            "Without an object, print what is wrong now.",
            "It asks hookline dev, whose kubeconfig has the address, or hookline watch with --console-address."
        })
public final class WhyCommand implements Callable<Integer> {

    private static final Duration TIMEOUT = Duration.ofSeconds(30);

    /** How the answer is printed. */
    private enum Output {
        text("text/plain"),
        json("application/json");

        private final String type;

        Output(String type) {
            this.type = type;
        }
    }

    @Parameters(
            paramLabel = "KIND[.GROUP]/NAME",
            arity = "0..1",
            description = "A parent, or one of its children, also a deleted one (default: what is wrong now).")
    private @Nullable String object;

    @Option(
            names = {"-n", "--namespace"},
            paramLabel = "NAME",
            description = "The namespace of the object (default: that of the context in the kubeconfig).")
    private @Nullable String namespace;

    @Option(
            names = "--controller",
            paramLabel = "NAME",
            description = "Only what this controller does with the object (default: all controllers).")
    private String controller = "";

    @Option(
            names = {"-o", "--output"},
            paramLabel = "FORMAT",
            description = "text or json (default: ${DEFAULT-VALUE}).")
    private Output output = Output.text;

    @Option(
            names = {"-f", "--follow"},
            description =
                    "Print each further sync of the object that did something or failed in another way than the one before,"
                            + " until you press Ctrl-C.")
    private boolean follow;

    @Option(
            names = "--url",
            paramLabel = "URL",
            description = "The console of a watcher, such as http://127.0.0.1:8090 after kubectl port-forward"
                    + " (default: the one in the kubeconfig of hookline dev).")
    private @Nullable String url;

    @Option(names = "--token-file", paramLabel = "FILE", description = "A file with the bearer token for --url.")
    private @Nullable Path tokenFile;

    @Mixin
    private final ClusterFlags cluster = new ClusterFlags();

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandSpec spec;

    /**
     * Whom to ask, and with what.
     *
     * @param advice what to do if it does not answer
     */
    private record Target(URI url, String authorization, String namespace, String advice) {}

    @Override
    public Integer call() {
        Logging.configure(Logging.Format.TEXT, Level.WARN);
        if (object != null && !object.matches("[^/]+/[^/]+")) {
            throw new CliErrors.UsageError("expected KIND/NAME or KIND.GROUP/NAME, was " + object);
        }
        if (follow && (object == null || output != Output.text)) {
            throw new CliErrors.UsageError("--follow needs an object, and prints text only");
        }
        Target target = url == null ? ofKubeconfig() : ofFlags(url);
        String query = object == null
                ? ""
                : "?object=" + encoded(object)
                        + "&namespace=" + encoded(namespace == null ? target.namespace() : namespace)
                        + "&controller=" + encoded(controller)
                        + (follow ? "&follow=true" : "");
        return ask(target, "/api/why" + query);
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }

    private Target ofFlags(String wanted) {
        if (tokenFile == null) {
            throw new CliErrors.UsageError("--url needs --token-file, the token of the console");
        }
        try {
            URI uri = new URI(wanted.replaceFirst("/+$", ""));
            if (!"http".equals(uri.getScheme()) || uri.getHost() == null) {
                throw new CliErrors.UsageError("--url: expected http://HOST:PORT, was " + wanted);
            }
            String token =
                    Files.readString(tokenFile).lines().findFirst().orElse("").strip();
            return new Target(uri, "Bearer " + token, "default", "check that it runs, and the port of the tunnel");
        } catch (URISyntaxException _) {
            throw new CliErrors.UsageError("--url: expected http://HOST:PORT, was " + wanted);
        } catch (IOException e) {
            throw new CliErrors.UsageError("--token-file: " + tokenFile + " cannot be read: " + FileFailure.reason(e));
        }
    }

    private Target ofKubeconfig() {
        KubeEnvironment environment = KubeEnvironment.ofProcess();
        String kubeconfig = Optional.of(cluster.kubeconfig())
                .filter(named -> !named.isEmpty())
                .or(() -> ProjectCluster.here(cluster).ofDev().map(Path::toString))
                .or(() -> environment.variable("KUBECONFIG"))
                .orElseThrow(
                        () -> new CliErrors.CommandFailed(
                                "no hookline dev runs in this folder, whose kubeconfig would be "
                                        + DevKubeconfig.preferred(Path.of(""))
                                        + ": start hookline dev in this folder, name its kubeconfig with --kubeconfig, or give --url"));
        return new ConfigLoader(environment, InstantSource.system())
                .console(kubeconfig, cluster.context())
                .map(console -> new Target(
                        console.url(),
                        console.connection().credential().header(),
                        console.connection().namespace(),
                        "it is that of hookline dev, which has probably ended: start it again"))
                .orElseThrow(
                        () -> new CliErrors.CommandFailed(
                                kubeconfig
                                        + " names no console of a watcher, as that of hookline dev does; for hookline watch, give --url"));
    }

    /** Prints each part when it arrives. Returns false if nobody reads it any more, as after {@code | head -1}. */
    private static boolean print(InputStream body, PrintWriter to) throws IOException {
        Reader text = new InputStreamReader(body, StandardCharsets.UTF_8);
        char[] part = new char[8192];
        char last = '\n';
        for (int length = text.read(part); length > 0; length = text.read(part)) {
            to.write(part, 0, length);
            if (to.checkError()) { // a broken pipe is no exception here
                return false;
            }
            last = part[length - 1];
        }
        if (last != '\n') {
            to.println();
        }
        return !to.checkError();
    }

    /** Prints the answer. The exit code is 1 if nothing is known of the object. */
    private int ask(Target target, String path) {
        try {
            HttpURLConnection connection =
                    (HttpURLConnection) URI.create(target.url() + path).toURL().openConnection(Proxy.NO_PROXY);
            connection.setInstanceFollowRedirects(false); // they would get the token
            connection.setConnectTimeout((int) TIMEOUT.toMillis());
            connection.setReadTimeout(follow ? 0 : (int) TIMEOUT.toMillis());
            connection.setRequestProperty("Accept", output.type);
            connection.setRequestProperty("Authorization", target.authorization());
            int status = connection.getResponseCode();
            try (InputStream body = status < 400 ? connection.getInputStream() : connection.getErrorStream()) {
                PrintWriter to = status == 200
                        ? spec.commandLine().getOut()
                        : spec.commandLine().getErr();
                boolean read = print(body == null ? InputStream.nullInputStream() : body, to);
                if (!read && follow && status == 200) {
                    return 0;
                }
            }
            if (follow && status == 200) {
                throw new CliErrors.CommandFailed("the watcher at " + target.url() + " has ended");
            }
            return status == 200 ? 0 : 1;
        } catch (IOException e) {
            throw new CliErrors.CommandFailed(
                    "the watcher at " + target.url() + " does not answer: " + e.getMessage() + "; " + target.advice());
        }
    }
}
