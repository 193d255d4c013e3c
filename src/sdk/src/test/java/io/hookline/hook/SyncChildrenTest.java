package io.hookline.hook;

import static org.assertj.core.api.Assertions.assertThat;

import io.hookline.hook.protocol.HookReply;
import io.hookline.hook.protocol.HookType;
import io.hookline.object.KubeObject;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SyncChildrenTest {

    private static final String REQUEST = """
            {"controller":{"kind":"CompositeController","metadata":{"name":"shops"}},
             "parent":{"metadata":{"name":"front","namespace":"shop"}},
             "children":{
               "Service.v1":{
                 "b":{"apiVersion":"v1","kind":"Service","metadata":{"name":"b","namespace":"shop"}},
                 "a":{"apiVersion":"v1","kind":"Service","metadata":{"name":"a","namespace":"shop"}}},
               "Job.batch/v1":{},
               "ConfigMap.v1":{"c":{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"c","namespace":"shop"}}}},
             "related":{"Pod.v1":{"p":{"apiVersion":"v1","kind":"Pod","metadata":{"name":"p","namespace":"shop"}}}},
             "finalizing":false}""";

    static final class Lister implements SyncHook<KubeObject> {
        @Override
        public Answer sync(Sync<KubeObject> in) {
            return Answer.of()
                    .status(Map.of(
                            "all",
                            in.children().stream().map(KubeObject::toString).toList()));
        }
    }

    @Test
    void allChildrenOfAllKindsAreListedByKindAndName() throws Exception {
        InstantSource clock = InstantSource.fixed(Instant.EPOCH);
        HookReply reply =
                JavaHook.of(clock, new Lister()).call(HookType.SYNC, REQUEST.getBytes(StandardCharsets.UTF_8));

        assertThat(((HookReply.Answered) reply).body().toString())
                .isEqualTo(
                        "{\"status\":{\"all\":[\"ConfigMap shop/c\",\"Service shop/a\",\"Service shop/b\"]},\"children\":[]}");
    }
}
