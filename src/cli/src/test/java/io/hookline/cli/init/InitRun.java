package io.hookline.cli.init;

import io.hookline.cli.Invocation;
import io.hookline.hook.protocol.HookProgram;
import io.hookline.server.call.HookSettings;
import io.hookline.server.folder.HookLoader;
import io.hookline.testing.FixtureReport;
import io.hookline.testing.FixtureRunner;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import picocli.CommandLine;

/** Runs {@code hookline init} in this process, and keeps what it prints. */
public final class InitRun {

    /** All kinds whose first children are known, and one of a CRD. */
    public static final String ALL_KINDS = "v1/configmaps,batch/v1/cronjobs,apps/v1/daemonsets,apps/v1/deployments,"
            + "autoscaling/v2/horizontalpodautoscalers,networking.k8s.io/v1/ingresses,batch/v1/jobs,"
            + "networking.k8s.io/v1/networkpolicies,v1/persistentvolumeclaims,v1/pods,policy/v1/poddisruptionbudgets,"
            + "v1/secrets,v1/serviceaccounts,v1/services,apps/v1/statefulsets,lamps.example.com/v1/lamps:Lamp";

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    /** Returns the exit code. */
    public int init(Path folder, String... options) {
        List<String> args = new ArrayList<>(List.of("init", folder.toString()));
        args.addAll(List.of(options));
        CommandLine line = Invocation.commandLine("init");
        line.setOut(new PrintWriter(out)).setErr(new PrintWriter(err));
        return line.execute(args.toArray(new String[0]));
    }

    public String out() {
        return out.toString();
    }

    public String err() {
        return err.toString();
    }

    /** Runs a hook on its fixtures. */
    public static FixtureReport test(Path hook, Path fixtures) throws InterruptedException {
        ExecutorService threads = Executors.newCachedThreadPool(
                Thread.ofPlatform().daemon().name("hook-", 0).factory());
        InstantSource clock = InstantSource.fixed(FixtureRunner.NOW);
        try (HookProgram program = new HookLoader(HookSettings.DEFAULTS, clock, threads, threads).load(hook)) {
            return FixtureRunner.run(fixtures, program);
        } finally {
            threads.shutdownNow(); // the watchdog of calls would sleep for 20 s first
        }
    }
}
