package io.hookline.controlplane;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ControlPlaneBinariesTest {

    @TempDir
    private Path folder;

    private final Map<String, String> variables = new HashMap<>();

    @BeforeEach
    void pin() throws IOException {
        Files.writeString(folder.resolve("go.mod"), "module m\nrequire k8s.io/kubernetes v1.99.0\n");
    }

    private List<Path> find() {
        PrintStream nowhere = new PrintStream(OutputStream.nullOutputStream());
        return new ControlPlaneBinaries(variables, folder.resolve("cache"), folder, nowhere)
                .find()
                .orElseThrow();
    }

    private Path programs(String where, String... names) throws IOException {
        Path programs = Files.createDirectories(folder.resolve(where));
        for (String name : names) {
            Path file = Files.writeString(programs.resolve(name), "");
            Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwx------"));
        }
        return programs;
    }

    @Test
    void theCacheHoldsTheVersionThatIsPinned() throws IOException {
        Path cached = programs("cache/v1.99.0", "etcd", "kube-apiserver");

        assertThat(ControlPlaneBinaries.program(find(), "etcd")).contains(cached.resolve("etcd"));
    }

    @Test
    void whatIsGivenComesFirstAndTheRestFromTheNextThatHasIt() throws IOException {
        programs("cache/v1.99.0", "etcd", "kube-apiserver", "kube-controller-manager");
        variables.put("HOOKLINE_KUBE_BIN", programs("mine", "kube-apiserver").toString());
        variables.put(
                "KUBEBUILDER_ASSETS",
                programs("assets", "kube-apiserver", "etcd").toString());

        List<Path> folders = find();

        assertThat(ControlPlaneBinaries.program(folders, "kube-apiserver"))
                .contains(folder.resolve("mine/kube-apiserver"));
        assertThat(ControlPlaneBinaries.program(folders, "etcd")).contains(folder.resolve("assets/etcd"));
        assertThat(ControlPlaneBinaries.program(folders, "kube-controller-manager"))
                .contains(folder.resolve("cache/v1.99.0/kube-controller-manager"));
    }
}
