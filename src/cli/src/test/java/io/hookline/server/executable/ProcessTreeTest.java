package io.hookline.server.executable;

import static org.assertj.core.api.Assertions.assertThat;

import io.hookline.server.executable.ProcessTree.ProcessFiles;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Processes whose environment cannot be read or is incomplete, at the first attempt or always. */
class ProcessTreeTest {

    private static final String MARK = "1-a-1";
    private static final String MARKED = "PATH=/bin\0HOOKLINE_CALL=" + MARK + "\0";
    private static final String RUNNING = "7 (a (b) c) R 1 7 7 0 -1 4194304 99 0";
    private static final String ZOMBIE = "7 (sh) Z 1 7 7 0 -1 4227084 99 0";
    private static final String KERNEL_THREAD = "7 (kworker/0:1) I 2 0 0 0 -1 69238880 0 0";

    private Process root;
    private Process child;

    @BeforeEach
    void start() throws Exception {
        root = new ProcessBuilder("true").start();
        root.waitFor();
        child = new ProcessBuilder("sleep", "1000").start();
    }

    @AfterEach
    void end() {
        child.destroyForcibly();
    }

    @Test
    void aProcessThatIsStartingItsProgramIsKilledWhenItsEnvironmentCanBeRead() throws Exception {
        FakeFiles files = new FakeFiles(child.pid(), RUNNING, List.of("", "", MARKED));

        new ProcessTree(MARK, files).kill(root);

        assertThat(child.waitFor(1, TimeUnit.MINUTES)).isTrue();
    }

    @Test
    void aProcessThatStartsItsProgramWhileItsEnvironmentIsReadIsKilled() throws Exception {
        FakeFiles files = new FakeFiles(child.pid(), RUNNING, List.of("PATH=/b", MARKED));

        new ProcessTree(MARK, files).kill(root);

        assertThat(child.waitFor(1, TimeUnit.MINUTES)).isTrue();
    }

    @Test
    void aProcessWithoutTheMarkCostsOneScan() {
        FakeFiles files = new FakeFiles(child.pid(), RUNNING, List.of("PATH=/bin\0HOOKLINE_CALL=1-a-12\0"));

        new ProcessTree(MARK, files).kill(root);

        assertThat(files.scans).isEqualTo(1);
        assertThat(child.isAlive()).isTrue();
    }

    @Test
    void aMarkedProcessThatStartsItsProgramDuringTheScanIsKilled() throws Exception {
        FakeFiles files = new FakeFiles(child.pid(), RUNNING, List.of(MARKED, "", MARKED));

        new ProcessTree(MARK, files).kill(root);

        assertThat(child.waitFor(1, TimeUnit.MINUTES)).isTrue();
    }

    @Test
    void aProcessWithoutEnvironmentIsLookedAtAFewTimesAndNotKilled() {
        FakeFiles files = new FakeFiles(child.pid(), RUNNING, List.of(""));

        new ProcessTree(MARK, files).kill(root);

        assertThat(files.scans).isEqualTo(20);
        assertThat(child.isAlive()).isTrue();
    }

    @Test
    void anOlderProcessWithoutEnvironmentCostsOneScan() {
        assertThat(scans(root.pid() - 1, RUNNING)).isEqualTo(1);
    }

    @Test
    void aZombieCostsOneScan() {
        assertThat(scans(child.pid(), ZOMBIE)).isEqualTo(1);
    }

    @Test
    void aKernelThreadCostsOneScan() {
        assertThat(scans(child.pid(), KERNEL_THREAD)).isEqualTo(1);
    }

    private int scans(long process, String stat) {
        FakeFiles files = new FakeFiles(process, stat, List.of(""));
        new ProcessTree(MARK, files).kill(root);
        assertThat(child.isAlive()).isTrue();
        return files.scans;
    }

    /** One process. Each read returns the next environment; the last one stays. */
    private static final class FakeFiles implements ProcessFiles {

        private final long process;
        private final String stat;
        private final List<String> environments;
        private int scans;

        FakeFiles(long process, String stat, List<String> environments) {
            this.process = process;
            this.stat = stat;
            this.environments = new ArrayList<>(environments);
        }

        @Override
        public List<Long> processes() {
            scans++;
            return List.of(process);
        }

        @Override
        public String read(long id, String name) throws IOException {
            assertThat(id).isEqualTo(process);
            return switch (name) {
                case "stat" -> stat;
                case "environ" -> environments.size() > 1 ? environments.removeFirst() : environments.getFirst();
                default -> throw new IOException("no file " + name);
            };
        }
    }
}
