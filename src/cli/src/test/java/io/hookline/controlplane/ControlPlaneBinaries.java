package io.hookline.controlplane;

import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Finds the programs of a real control plane: in the folders of {@code HOOKLINE_KUBE_BIN} and {@code
 * KUBEBUILDER_ASSETS}, in the cache, or builds them into the cache from the pinned modules where Go is installed.
 *
 * @param variables the process's environment
 * @param cache the folder that holds one folder per version
 * @param module the folder with {@code go.mod}
 * @param progress where a build, which takes minutes, says that it goes on
 */
public record ControlPlaneBinaries(Map<String, String> variables, Path cache, Path module, PrintStream progress) {

    private static final Pattern VERSION = Pattern.compile("k8s\\.io/kubernetes (v(\\d+)\\.(\\d+)\\.\\S+)");

    /** What is built, in the order of need. */
    private static final Map<String, String> PACKAGES = Map.of(
            "etcd", "go.etcd.io/etcd/server/v3",
            "kube-apiserver", "k8s.io/kubernetes/cmd/kube-apiserver",
            "kube-controller-manager", "k8s.io/kubernetes/cmd/kube-controller-manager");

    /** For this project and user. */
    public static ControlPlaneBinaries ofProject() {
        Path home = Path.of(System.getProperty("user.home"));
        return new ControlPlaneBinaries(
                System.getenv(),
                home.resolve(".cache/hookline/control-plane"),
                Path.of("src/cli/src/test/control-plane").toAbsolutePath(),
                System.err);
    }

    /** Folders that may hold programs, the first that has one wins; builds if none has what a server needs. */
    public Optional<List<Path>> find() {
        List<Path> folders = folders();
        if (has(folders, "etcd") && has(folders, "kube-apiserver")) {
            return Optional.of(folders);
        }
        return build() ? Optional.of(folders) : Optional.empty();
    }

    /** A program in the folders that {@link #find} gave. */
    public static Optional<Path> program(List<Path> folders, String name) {
        return folders.stream()
                .map(folder -> folder.resolve(name))
                .filter(Files::isExecutable)
                .findFirst();
    }

    private static boolean has(List<Path> folders, String name) {
        return program(folders, name).isPresent();
    }

    private List<Path> folders() {
        List<Path> folders = new ArrayList<>();
        for (String variable : List.of("HOOKLINE_KUBE_BIN", "KUBEBUILDER_ASSETS")) {
            Optional.ofNullable(variables.get(variable))
                    .filter(value -> !value.isBlank())
                    .ifPresent(value -> folders.add(Path.of(value)));
        }
        folders.add(cache.resolve(version().group(1)));
        return folders;
    }

    private Matcher version() {
        try {
            Matcher version = VERSION.matcher(Files.readString(module.resolve("go.mod")));
            if (!version.find()) {
                throw new IllegalStateException(module.resolve("go.mod") + " requires no k8s.io/kubernetes");
            }
            return version;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** False where there is no Go. */
    private boolean build() {
        if (run(module, List.of("go", "version")) != 0) {
            return false;
        }
        Path target = cache.resolve(version().group(1));
        try {
            Files.createDirectories(cache);
            Path lock = cache.resolve(target.getFileName() + ".lock");
            try (FileChannel channel = FileChannel.open(lock, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
                    var _ = channel.lock()) {
                if (!Files.isDirectory(target)) {
                    buildInto(target);
                }
            }
            return true;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void buildInto(Path target) throws IOException {
        Path partial = Files.createTempDirectory(cache, target.getFileName() + ".partial-");
        for (String name : List.of("etcd", "kube-apiserver", "kube-controller-manager")) {
            progress.println("Building " + name + " for the tests (once; some minutes) ...");
            List<String> command = List.of(
                    "nice",
                    "-n",
                    "10",
                    "go",
                    "build",
                    "-trimpath",
                    "-ldflags",
                    linkerFlags(),
                    "-o",
                    partial.resolve(name).toString(),
                    PACKAGES.get(name));
            int code = run(module, command);
            if (code != 0) {
                throw new IllegalStateException("building " + name + " ended with code " + code);
            }
        }
        Files.move(partial, target, StandardCopyOption.ATOMIC_MOVE);
        progress.println("Built a control plane into " + target);
    }

    /** The version that clients check is set by Kubernetes' own build, not by its source. */
    private String linkerFlags() {
        Matcher version = version();
        String at = "-X k8s.io/component-base/version.";
        return "-s -w " + at + "gitVersion=" + version.group(1) + " " + at + "gitMajor=" + version.group(2) + " " + at
                + "gitMinor=" + version.group(3);
    }

    private int run(Path folder, List<String> command) {
        try {
            Process process = new ProcessBuilder(command)
                    .directory(folder.toFile())
                    .redirectErrorStream(true)
                    .start();
            process.getInputStream().transferTo(progress);
            return process.waitFor();
        } catch (IOException _) {
            return -1; // no such program
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            return -1;
        }
    }
}
