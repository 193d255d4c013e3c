package io.hookline.watcher.sync;

import static org.assertj.core.api.Assertions.assertThat;

import io.hookline.hook.RelatedRule;
import io.hookline.object.KubeObject;
import io.hookline.queue.ManualClock;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** An answer of a customize hook is valid until something changes that it may depend on, at most 20 minutes. */
class CustomizeAnswerTest {

    private static final List<RelatedRule> RULES = List.of(RelatedRule.of("v1", "secrets"));

    private final ManualClock clock = new ManualClock();
    private final CustomizeAnswer answers = new CustomizeAnswer(clock);

    private static KubeObject parent(String kind, String metadata, String more) {
        return KubeObject.of(("{'apiVersion':'v1','kind':'" + kind + "','metadata':{'name':'p','namespace':'default',"
                        + metadata + "}," + more + "}")
                .replace('\'', '"'));
    }

    private static final String METADATA =
            "'uid':'u','resourceVersion':'%s','generation':%s,'labels':{'l':'1'},'annotations':{'a':'1'}";

    private static KubeObject versioned(String version, int generation) {
        return parent("Thing", METADATA.formatted(version, generation), "'spec':{'x':1},'status':{'s':1}");
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = ';', quoteCharacter = '~', textBlock = """
        nothing                     ; 'uid':'u','resourceVersion':'1','generation':3,'labels':{'l':'1'},'annotations':{'a':'1'}                        ; 'status':{}      ; true
        the status                  ; 'uid':'u','resourceVersion':'2','generation':3,'labels':{'l':'1'},'annotations':{'a':'1'}                        ; 'status':{'s':1} ; true
        managed fields              ; 'uid':'u','resourceVersion':'2','generation':3,'labels':{'l':'1'},'annotations':{'a':'1'},'managedFields':[{}]   ; 'status':{}      ; true
        a foreign finalizer         ; 'uid':'u','resourceVersion':'2','generation':3,'labels':{'l':'1'},'annotations':{'a':'1'},'finalizers':['f/f']   ; 'status':{}      ; true
        the generation              ; 'uid':'u','resourceVersion':'2','generation':4,'labels':{'l':'1'},'annotations':{'a':'1'}                        ; 'status':{}      ; false
        a label                     ; 'uid':'u','resourceVersion':'2','generation':3,'labels':{'l':'2'},'annotations':{'a':'1'}                        ; 'status':{}      ; false
        an annotation               ; 'uid':'u','resourceVersion':'2','generation':3,'labels':{'l':'1'},'annotations':{'a':'2'}                        ; 'status':{}      ; false
        its deletion                ; 'uid':'u','resourceVersion':'2','generation':3,'labels':{'l':'1'},'annotations':{'a':'1'},'deletionTimestamp':'2026-01-01T00:00:00Z' ; 'status':{} ; false
        another one of its name     ; 'uid':'v','resourceVersion':'2','generation':3,'labels':{'l':'1'},'annotations':{'a':'1'}                        ; 'status':{}      ; false
        """)
    void ofAKindWithGeneration(String changed, String metadata, String more, boolean holds) {
        answers.keep(parent("Thing", METADATA.formatted("1", 3), "'status':{}"), RULES);

        assertThat(answers.find(parent("Thing", metadata, more)).isPresent()).isEqualTo(holds);
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = ';', quoteCharacter = '~', textBlock = """
        nothing                     ; 'uid':'u','resourceVersion':'1','labels':{'l':'1'}                        ; 'data':{'k':'v'}                  ; true
        the server's bookkeeping    ; 'uid':'u','resourceVersion':'2','labels':{'l':'1'},'managedFields':[{}]   ; 'data':{'k':'v'}                  ; true
        the status                  ; 'uid':'u','resourceVersion':'2','labels':{'l':'1'}                        ; 'data':{'k':'v'},'status':{'s':1} ; true
        the data                    ; 'uid':'u','resourceVersion':'2','labels':{'l':'1'}                        ; 'data':{'k':'w'}                  ; false
        a label                     ; 'uid':'u','resourceVersion':'2','labels':{'l':'2'}                        ; 'data':{'k':'v'}                  ; false
        an annotation               ; 'uid':'u','resourceVersion':'2','labels':{'l':'1'},'annotations':{'a':''} ; 'data':{'k':'v'}                  ; false
        another one of its name     ; 'uid':'v','resourceVersion':'1','labels':{'l':'1'}                        ; 'data':{'k':'v'}                  ; false
        """)
    void ofAKindWithoutGeneration(String changed, String metadata, String more, boolean holds) {
        answers.keep(
                parent("ConfigMap", "'uid':'u','resourceVersion':'1','labels':{'l':'1'}", "'data':{'k':'v'}"), RULES);

        assertThat(answers.find(parent("ConfigMap", metadata, more)).isPresent())
                .isEqualTo(holds);
    }

    /** The binding of a Pod sets its node, and kube-apiserver does not increase the generation. */
    @Test
    void anAnswerForAPodEndsWhenThePodIsBoundAlthoughItsGenerationStays() {
        answers.keep(parent("Pod", METADATA.formatted("1", 1), "'spec':{}"), RULES);

        assertThat(answers.find(parent("Pod", METADATA.formatted("2", 1), "'spec':{},'status':{'phase':'Pending'}")))
                .isPresent();
        assertThat(answers.find(parent("Pod", METADATA.formatted("3", 1), "'spec':{'nodeName':'node-1'}")))
                .isEmpty();
    }

    @Test
    void anAnswerIsOldAfterTwentyMinutesHoweverOftenItWasUsed() {
        answers.keep(versioned("1", 1), RULES);
        clock.advance(Duration.ofMinutes(19));
        assertThat(answers.find(versioned("2", 1))).contains(RULES);

        clock.advance(Duration.ofMinutes(1));
        assertThat(answers.find(versioned("2", 1))).isEmpty();
        assertThat(answers.find(versioned("3", 1))).isEmpty();
    }

    @Test
    void aNewAnswerReplacesTheOldOne() {
        answers.keep(versioned("1", 1), RULES);
        answers.keep(versioned("2", 2), List.of());
        assertThat(answers.find(versioned("2", 2))).contains(List.of());
    }
}
