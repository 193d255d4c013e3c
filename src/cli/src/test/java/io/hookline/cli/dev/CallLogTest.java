package io.hookline.cli.dev;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import io.hookline.hook.protocol.InProcessHooks.Response;
import io.hookline.hook.protocol.JsonText;
import io.hookline.testing.LogLines;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CallLogTest {

    private static final String PARENT =
            "{'apiVersion':'e.com/v1','kind':'Hello','metadata':{'name':'world','namespace':'default'}}";

    @RegisterExtension
    private final LogLines log = new LogLines(CallLog.class, Level.DEBUG);

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            'parent':PARENT,'children':{'ConfigMap.v1':{'a':{},'b':{}},'Pod.v1':{}},'related':{} | 200 | {'children':[{}],'status':{},'resyncAfterSeconds':5} | Hello default/world, children: 2  →  200 children: 1, status, resyncAfterSeconds: 5
            'object':PARENT,'attachments':{'Pod.v1':{'a':{}}},'related':{'Secret.v1':{'s':{'data':{'x':'secret'}}}} | 200 | {'labels':{'a':'b'}} | Hello default/world, attachments: 1, related: 1  →  200 labels
            'parent':PARENT | 500 | {'error':'no'} | Hello default/world  →  500 failed
            """)
    void aCallIsLoggedWithTheNumbersOfObjects(String request, int status, String answer, String line) throws Exception {
        String body = "{" + request.replace("PARENT", PARENT) + "}";
        Response response = new Response(status, Map.of(), JsonText.of(answer.replace('\'', '"')));

        new CallLog((_, _) -> response)
                .serve("/hello/sync", body.replace('\'', '"').getBytes(StandardCharsets.UTF_8));

        assertThat(log.all())
                .singleElement()
                .satisfies(event -> assertThat(event.getFormattedMessage()).isEqualTo("called /hello/sync  " + line))
                .satisfies(
                        event -> assertThat(event.getKeyValuePairs().toString()).startsWith("[hook=\"hello\", took="));
    }
}
