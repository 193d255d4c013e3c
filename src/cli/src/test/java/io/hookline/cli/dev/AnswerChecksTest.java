package io.hookline.cli.dev;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import io.hookline.cli.terminal.Console;
import io.hookline.hook.RelatedRule;
import io.hookline.hook.protocol.InProcessHooks;
import io.hookline.hook.protocol.JsonText;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class AnswerChecksTest {

    private static final String COMPOSITE = "{\"controller\":{\"kind\":\"CompositeController\"}}";
    private static final String DECORATOR = "{\"controller\":{\"kind\":\"DecoratorController\"}}";

    private final StringWriter printed = new StringWriter();
    private final DevConsole console =
            new DevConsole(new Console(new PrintWriter(printed), InstantSource.fixed(Instant.EPOCH), Instant.EPOCH));

    private void call(String request, int status, String answer) throws Exception {
        InProcessHooks hooks = (_, _) -> new InProcessHooks.Response(status, Map.of(), JsonText.of(answer));
        InProcessHooks.Response response = new AnswerChecks(hooks, console, new SeenRules())
                .serve("/shop/sync", request.getBytes(StandardCharsets.UTF_8));
        assertThat(response.body()).isEqualTo(JsonText.of(answer));
    }

    @Test
    void aMisspeltFieldIsPrintedOnceUntilItIsCorrected() throws Exception {
        call(COMPOSITE, 200, "{\"statuss\":{},\"children\":[]}");
        call(COMPOSITE, 200, "{\"statuss\":{},\"children\":[]}");
        call(COMPOSITE, 200, "{\"children\":[]}");
        call(COMPOSITE, 200, "{\"statuss\":{},\"children\":[]}");

        assertThat(printed.toString().lines())
                .hasSize(2)
                .allMatch(line ->
                        line.endsWith("ERROR          the hook answers /shop/sync with unknown field \"statuss\";"
                                + " did you mean \"status\"?"));
    }

    @Test
    void aMisspeltFieldForWhichTheWatcherRefusesTheAnswerIsLeftToIt() throws Exception {
        call(COMPOSITE, 200, "{\"childen\":[]}");

        assertThat(printed.toString()).isEmpty();
    }

    @Test
    void theFieldOfTheOtherKindOfControllerIsNamed() throws Exception {
        call(DECORATOR, 200, "{\"children\":[]}");

        assertThat(printed.toString()).contains("unknown field \"children\"; did you mean \"attachments\"?");
    }

    @Test
    void otherFieldsAndFailedCallsAreNotPrinted() throws Exception {
        call(COMPOSITE, 200, "{\"comment\":1,\"children\":[],\"status\":{}}");
        call(COMPOSITE, 500, "{\"childen\":[]}");
        call("no json", 200, "{\"children\":[]}");

        assertThat(printed.toString()).isEmpty();
    }

    @Test
    void whatCustomizeHooksRequestIsRecordedUntilANewVersionAnswers() throws Exception {
        SeenRules rules = new SeenRules();

        customize(rules, "secrets");
        assertThat(rules.takeChanged()).isTrue();
        customize(rules, "secrets");
        assertThat(rules.takeChanged()).isFalse();
        customize(rules, "configmaps");
        assertThat(rules.takeChanged()).isTrue();
        assertThat(rules.rules())
                .containsOnly(
                        entry("shop", List.of(RelatedRule.of("v1", "secrets"), RelatedRule.of("v1", "configmaps"))));

        rules.loaded("shop");
        assertThat(rules.rules()).containsKey("shop");
        customize(rules, "configmaps");
        assertThat(rules.rules()).containsOnly(entry("shop", List.of(RelatedRule.of("v1", "configmaps"))));
    }

    private void customize(SeenRules rules, String resource) throws Exception {
        JsonText answer = JsonText.of(
                "{\"relatedResources\":[{\"apiVersion\":\"v1\",\"resource\":\"" + resource + "\",\"names\":[\"a\"]}]}");
        InProcessHooks hooks = (_, _) -> new InProcessHooks.Response(200, Map.of(), answer);
        new AnswerChecks(hooks, console, rules).serve("/shop/customize", COMPOSITE.getBytes(StandardCharsets.UTF_8));
    }
}
