package io.hookline.cli.init;

import io.hookline.cli.terminal.CliErrors;
import io.hookline.object.FileFailure;
import io.hookline.server.worker.PythonHelpers;
import java.io.IOException;
import java.io.PrintWriter;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.CodeSource;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import javax.xml.XMLConstants;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.jspecify.annotations.Nullable;
import org.w3c.dom.Document;
import org.w3c.dom.NodeList;
import org.xml.sax.SAXException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code hookline sdk}: the libraries for hooks. */
@Command(
        name = "sdk",
        mixinStandardHelpOptions = true,
        synopsisSubcommandLabel = "COMMAND",
        description =
                "Get the libraries for hooks: those for Java in your local Maven repository, the module for Python.",
        subcommands = {SdkCommand.SdkInstallCommand.class, SdkCommand.SdkPythonCommand.class})
public final class SdkCommand implements Runnable {

    @Override
    public void run() {
        throw new CliErrors.UsageError("missing command: install or python; run `hookline sdk --help`");
    }

    /** {@code hookline sdk install}: copies the SDK of the distribution to a local Maven repository. */
    @Command(
            name = "install",
            mixinStandardHelpOptions = true,
            sortOptions = false,
            description = {
                "Copy the SDK of this version to your local Maven repository. Then Maven projects and IDEs find it by its"
                        + " coordinates, without the folder of Hookline.",
                "Run it once for each version, on each machine that builds hooks in Java."
            })
    static final class SdkInstallCommand implements Callable<Integer> {

        private static final Path GROUP = Path.of("io", "hookline");

        @Option(
                names = "--repository",
                paramLabel = "DIR",
                description = "The local Maven repository (default: localRepository of ~/.m2/settings.xml, or"
                        + " ~/.m2/repository).")
        private @Nullable Path repository;

        @Spec
        @SuppressWarnings("NullAway.Init") // picocli sets it
        private CommandSpec spec;

        @Override
        public Integer call() {
            PrintWriter out = spec.commandLine().getOut();
            Path target = repository == null ? localRepository(Path.of(System.getProperty("user.home"))) : repository;
            install(distribution().resolve("repository"), target)
                    .forEach(artifact -> out.println("installed " + artifact + " in " + target));
            out.flush();
            return 0;
        }

        /**
         * Copies all artifacts.
         *
         * @return their coordinates: {@code io.hookline:hookline-sdk:1.0.0}
         * @throws CliErrors.CommandFailed if there are none, or one cannot be written
         */
        static List<String> install(Path from, Path to) {
            Path group = from.resolve(GROUP);
            if (!Files.isDirectory(group)) {
                throw new CliErrors.CommandFailed(
                        "no SDK in " + from.toAbsolutePath().normalize()
                                + ": run the hookline of a distribution, which has the folders bin, lib and repository");
            }
            try (Stream<Path> files = Files.walk(group)) {
                List<Path> artifacts = files.filter(Files::isRegularFile)
                        .filter(file -> !file.toString().endsWith(".sha1"))
                        .sorted()
                        .toList();
                for (Path file : artifacts) {
                    copy(file, to.resolve(from.relativize(file)));
                }
                return artifacts.stream()
                        .filter(file -> file.toString().endsWith(".pom"))
                        .map(file -> coordinates(group.relativize(file)))
                        .toList();
            } catch (IOException e) {
                throw new CliErrors.CommandFailed("cannot install the SDK in "
                        + to.toAbsolutePath().normalize() + " (" + FileFailure.at(to, e) + ")");
            }
        }

        /** A build that runs at the same time sees the old file or the new one. */
        private static void copy(Path file, Path target) throws IOException {
            Files.createDirectories(target.getParent());
            Path written = target.resolveSibling(
                    target.getFileName() + ".part" + ProcessHandle.current().pid());
            try {
                Files.copy(file, written, StandardCopyOption.REPLACE_EXISTING);
                Files.move(written, target, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
            } finally {
                Files.deleteIfExists(written);
            }
        }

        /** @param file {@code ARTIFACT/VERSION/ARTIFACT-VERSION.pom} */
        private static String coordinates(Path file) {
            return "io.hookline:" + file.getName(0) + ":" + file.getName(1);
        }

        /**
         * The folder with {@code lib/} and {@code repository/} from which Hookline was started; in the build of
         * Hookline itself, the one that it makes.
         */
        private static Path distribution() {
            Path code = code().orElseGet(() -> Path.of("src", "cli", "target", "classes"))
                    .toAbsolutePath();
            return code.resolve(Files.isRegularFile(code) ? "../.." : "../../../../target/hookline")
                    .normalize();
        }

        private static Optional<Path> code() {
            CodeSource source = SdkInstallCommand.class.getProtectionDomain().getCodeSource();
            try {
                return source == null
                        ? Optional.empty()
                        : Optional.of(Path.of(source.getLocation().toURI()));
            } catch (URISyntaxException e) {
                throw new IllegalStateException(e);
            }
        }

        /**
         * The local repository of a user, as the settings of Maven say.
         *
         * @throws CliErrors.CommandFailed if the settings cannot be read, or use a property other than those of the
         *     user and the environment
         */
        static Path localRepository(Path userHome) {
            Path maven = userHome.resolve(".m2");
            Path settings = maven.resolve("settings.xml");
            String configured = Files.isRegularFile(settings) ? configured(settings) : "";
            if (configured.isEmpty()) {
                return maven.resolve("repository");
            }
            String path =
                    configured.replace("${user.home}", userHome.toString()).replace("${env.HOME}", userHome.toString());
            if (path.contains("${")) {
                throw new CliErrors.CommandFailed(settings + ": cannot tell the local repository from " + configured
                        + "; name it with --repository");
            }
            return Path.of(path);
        }

        private static String configured(Path settings) {
            try {
                DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
                factory.setFeature(XMLConstants.FEATURE_SECURE_PROCESSING, true);
                factory.setAttribute(XMLConstants.ACCESS_EXTERNAL_DTD, "");
                var builder = factory.newDocumentBuilder();
                builder.setErrorHandler(null); // the exception says the same
                Document document = builder.parse(settings.toFile());
                NodeList found = document.getDocumentElement().getChildNodes();
                for (int i = 0; i < found.getLength(); i++) {
                    if (found.item(i).getNodeName().equals("localRepository")) {
                        return found.item(i).getTextContent().strip();
                    }
                }
                return "";
            } catch (IOException | SAXException | ParserConfigurationException e) {
                throw new CliErrors.CommandFailed(settings + ": " + e.getMessage());
            }
        }
    }

    /** {@code hookline sdk python}: prints the module that Python hooks can import. */
    @Command(
            name = "python",
            mixinStandardHelpOptions = true,
            description = {
                "Print the module hookline, which has helpers for conditions, names and hashes.",
                "Hookline provides it to the Python functions that it runs. Your IDE, your own tests and executables need a copy: a"
                        + " file hookline.py beside them, or in a folder of PYTHONPATH."
            },
            footer = {"", "Example: hookline sdk python >hookline.py"})
    static final class SdkPythonCommand implements Callable<Integer> {

        @Spec
        @SuppressWarnings("NullAway.Init") // picocli sets it
        private CommandSpec spec;

        @Override
        public Integer call() {
            PrintWriter out = spec.commandLine().getOut();
            out.print(PythonHelpers.source());
            out.flush();
            return 0;
        }
    }
}
