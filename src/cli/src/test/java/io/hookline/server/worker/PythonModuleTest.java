package io.hookline.server.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hookline.hook.protocol.HookException;
import io.hookline.hook.protocol.HookReply;
import io.hookline.hook.protocol.HookType;
import io.hookline.server.Requests;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The module {@code hookline} that Python hooks find without an installation. */
class PythonModuleTest {

    @TempDir
    private Path folder;

    private Scripts scripts;

    @BeforeEach
    void open() {
        scripts = new Scripts(folder);
    }

    @AfterEach
    void close() {
        scripts.close();
    }

    @Test
    void theModuleHasTheTimeOfEachCall() throws Exception {
        scripts.write(
                "sync.py", "import hookline\n\ndef sync(request):\n    return {'status': {'now': hookline.now()}}\n");
        WorkerHook hook = scripts.load();

        for (String now : new String[] {"2026-01-01T00:00:00Z", "2026-02-02T00:00:00Z"}) {
            HookReply reply = hook.call(HookType.SYNC, Requests.utf8(Requests.SYNC), Optional.of(Instant.parse(now)));
            assertThat(((HookReply.Answered) reply).body().toString()).contains(now);
        }
    }

    @Test
    void aFileOfTheHookWithThatNameIsUsedInstead() throws Exception {
        scripts.write(
                        "sync.py",
                        "import hookline\n\ndef sync(request):\n    return {'status': {'own': hookline.OWN}}\n")
                .write("hookline.py", "OWN = 'own file'\n");

        assertThat(Scripts.sync(scripts.load())).contains("own file");
    }

    @Test
    void anErrorInTheModuleIsAtTheLineOfTheHook() throws Exception {
        scripts.write("sync.py", "import hookline\n\ndef sync(request):\n    return hookline.label_name('a', '')\n");
        WorkerHook hook = scripts.load();

        assertThatThrownBy(() -> Scripts.sync(hook))
                .isInstanceOf(HookException.class)
                .hasMessage("sync.py:4 ValueError: part 2 of a name is empty: ['a', '']");
    }

    @Test
    void processesOfTheHookDoNotInheritTheSource() throws Exception {
        scripts.write(
                "sync.py", "import os\n\ndef sync(request):\n    return {'status': {'all': sorted(os.environ)}}\n");

        assertThat(Scripts.sync(scripts.load())).doesNotContain("HOOKLINE_HELPERS", "HOOKLINE_WORKER");
    }
}
