package io.hookline.server.worker;

import static org.assertj.core.api.Assertions.assertThat;

import io.hookline.hook.protocol.HookType;
import io.hookline.server.Requests;
import java.util.regex.Pattern;

/** The same hook in each language: {@code spec.who} names what it does. A loop holds the only thread, but no core. */
enum ScriptLanguage {
    PYTHON("sync.py", """
            import os, subprocess, sys, time
            calls = 0

            def sync(request):
                global calls
                calls += 1
                who = request["parent"]["spec"]["who"]
                if who == "raise":
                    raise ValueError("out of\\nluck")
                if who == "exit":
                    os._exit(7)
                if who == "none":
                    return None
                if who == "loop":
                    while True:
                        time.sleep(1)
                if who == "memory":
                    return {"size": len(["x" * 1000 + str(i) for i in range(10**9)])}
                if who == "child":
                    child = subprocess.Popen(["sleep", "1000"])
                    return {"status": {"pid": child.pid}}
                if who == "print":
                    subprocess.run(["echo", "from a child"])
                    print('{"id":1,"answer":{}}')
                    print("no line end", end="", file=sys.stderr)
                if who == "wait":
                    while not os.path.exists("go"):
                        time.sleep(0.01)
                if who == "read":
                    who = sys.stdin.read()
                return {"status": {"who": who, "calls": calls, "pid": os.getpid(), "now": os.environ.get("HOOKLINE_NOW")}}
            """),
    JAVASCRIPT("sync.js", """
            const { spawn, execFileSync } = require("node:child_process");
            const { existsSync, readFileSync } = require("node:fs");
            let calls = 0;

            exports.sync = async function (request) {
              calls++;
              let { who } = request.parent.spec;
              if (who === "raise") throw new RangeError("out of\\nluck");
              if (who === "exit") process.exit(7);
              if (who === "none") return null;
              if (who === "loop") Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
              if (who === "memory") for (const all = []; ; all.push({ size: all.length, text: [all.length] }));
              if (who === "child") {
                return { status: { pid: spawn("sleep", ["1000"], { detached: true, stdio: "ignore" }).pid } };
              }
              if (who === "print") {
                execFileSync("echo", ["from a child"], { stdio: "inherit" });
                console.log('{"id":1,"answer":{}}');
                process.stderr.write("no line end");
              }
              if (who === "wait") while (!existsSync("go")) await new Promise((done) => setTimeout(done, 10));
              if (who === "read") who = readFileSync(0, "utf8");
              return { status: { who, calls, pid: process.pid, now: process.env.HOOKLINE_NOW ?? null } };
            };
            """);

    final String file;
    final String script;

    ScriptLanguage(String file, String script) {
        this.file = file;
        this.script = script;
    }

    WorkerHook load(Scripts scripts) throws Exception {
        return scripts.write(file, script).load();
    }

    static String ask(WorkerHook hook, String who) throws InterruptedException {
        return Scripts.call(hook, HookType.SYNC, Requests.request(who, false));
    }

    static long pid(String answer) {
        var pid = Pattern.compile("\"pid\": ?(\\d+)").matcher(answer);
        assertThat(pid.find()).as(answer).isTrue();
        return Long.parseLong(pid.group(1));
    }
}
