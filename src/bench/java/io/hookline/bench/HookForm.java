package io.hookline.bench;

/**
 * The same hook in one language: it returns the ConfigMaps of its parent as they are, and counts them.
 *
 * @param file the name of its file
 */
record HookForm(String name, String file, String source) {

    private static final String PYTHON = """
            def sync(request):
                found = request["children"]["ConfigMap.v1"]
                wanted = [{"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": each["metadata"]["name"]},
                           "data": each["data"]} for each in found.values()]
                return {"status": {"count": len(wanted)}, "children": wanted}
            """;

    private static final String JAVASCRIPT = """
            function sync(request) {
              const found = Object.values(request.children["ConfigMap.v1"]);
              const children = found.map(({ metadata: { name }, data }) =>
                ({ apiVersion: "v1", kind: "ConfigMap", metadata: { name }, data }));
              return { status: { count: children.length }, children };
            }
            """;

    static final HookForm[] ALL = {
        new HookForm("Java, in the process", "Hook.java", """
                import io.fabric8.kubernetes.api.model.*;
                import io.hookline.hook.*;
                import io.hookline.object.KubeObject;
                import java.util.*;
                public final class Hook implements SyncHook<KubeObject> {
                    public Answer sync(Sync<KubeObject> in) {
                        List<HasMetadata> wanted = new ArrayList<>();
                        for (ConfigMap found : in.children(ConfigMap.class)) {
                            wanted.add(new ConfigMapBuilder().withNewMetadata().withName(found.getMetadata().getName())
                                    .endMetadata().withData(found.getData()).build());
                        }
                        return Answer.of(wanted.toArray()).status(Map.of("count", wanted.size()));
                    }
                }
                """),
        new HookForm("Python, worker", "sync.py", PYTHON),
        new HookForm("Node.js, worker", "sync.js", JAVASCRIPT + "exports.sync = sync;\n"),
        new HookForm("Jsonnet, worker", "sync.jsonnet", """
                function(request)
                  local found = request.children['ConfigMap.v1'];
                  local wanted = [
                    { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: found[key].metadata.name }, data: found[key].data }
                    for key in std.objectFields(found)
                  ];
                  { status: { count: std.length(wanted) }, children: wanted }
                """),
        new HookForm(
                "Python, process per call",
                "sync.py",
                "#!/usr/bin/env python3\n" + PYTHON
                        + "\nimport json, sys\njson.dump(sync(json.load(sys.stdin)), sys.stdout)\n"),
        new HookForm(
                "Node.js, process per call",
                "sync.js",
                "#!/usr/bin/env node\n" + JAVASCRIPT
                        + "process.stdout.write(JSON.stringify(sync(JSON.parse(require('fs').readFileSync(0)))));\n"),
        new HookForm(
                "Bash without other programs, process per call",
                "sync.sh",
                "#!/bin/bash\nread -r -d '' request\necho '{\"status\":{\"count\":0},\"children\":[]}'\n"),
    };
}
