package io.hookline.bench;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Stream;

/**
 * The result of one scenario.
 *
 * @param figures values by name, in the order of the report
 */
record Row(String scenario, Map<String, Object> figures) {

    /** Computes the figures that all scenarios have, from two readings. */
    static Row between(String scenario, Reading before, Reading after) {
        long cpu = after.usage().cpuMillis() - before.usage().cpuMillis();
        CountingHook.Count hook = after.hook().minus(before.hook());
        Map<String, Long> requests = after.requestsSince(before);
        Map<String, Object> figures = new LinkedHashMap<>();
        figures.put("cpuSeconds", round(cpu / 1000.0));
        figures.put("cpuMsPerCall", hook.calls() == 0 ? "" : round((double) cpu / hook.calls()));
        figures.put("residentMiB", after.usage().residentKiB() / 1024);
        figures.put("peakMiB", after.usage().peakKiB() / 1024);
        figures.put("reads", sum(requests, "get ", "list "));
        figures.put("writes", sum(requests, "create ", "update ", "patch ", "delete ", "deletecollection "));
        figures.put("watches", sum(requests, "watch "));
        figures.put("hookCalls", hook.calls());
        figures.put("hookConnections", hook.connections());
        figures.put("hookBytesIn", perCall(hook.bytesIn(), hook.calls()));
        figures.put("hookBytesOut", perCall(hook.bytesOut(), hook.calls()));
        figures.put("bytesRead", after.usage().bytesRead() - before.usage().bytesRead());
        figures.put(
                "bytesWritten", after.usage().bytesWritten() - before.usage().bytesWritten());
        figures.put("requests", requests);
        return new Row(scenario, figures);
    }

    private static long perCall(long bytes, long calls) {
        return calls == 0 ? 0 : bytes / calls;
    }

    private static long sum(Map<String, Long> requests, String... verbs) {
        return requests.entrySet().stream()
                .filter(request ->
                        Stream.of(verbs).anyMatch(verb -> request.getKey().startsWith(verb)))
                .mapToLong(Map.Entry::getValue)
                .sum();
    }

    /** Adds a figure. */
    Row with(String name, Object figure) {
        Map<String, Object> more = new LinkedHashMap<>(figures);
        more.put(name, figure instanceof Double number ? round(number) : figure);
        return new Row(scenario, more);
    }

    private static double round(double number) {
        return Math.round(number * 1000) / 1000.0;
    }
}
