package io.hookline.hook;

import static io.hookline.hook.ChildTemplateTest.DEPLOYMENT;
import static io.hookline.hook.ChildTemplateTest.configMap;
import static io.hookline.hook.ChildTemplateTest.template;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.hookline.hook.protocol.HookException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A mistake in a template is an error when the template is created, with line and field. */
class TemplateMistakesTest {

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            ${spec.imag}      | template of ConfigMap:5 data.text: ${spec.imag}: Spec has no field "imag"; did you mean image?
            ${HOME}           | template of ConfigMap:5 data.text: ${HOME}: App has no field "HOME"; write $${ for a literal ${
            ${}               | template of ConfigMap:5 data.text: ${}: expected the path of a field, such as ${metadata.name}
            ${spec.}          | template of ConfigMap:5 data.text: ${spec.}: expected the path of a field, such as ${metadata.name}
            a ${spec..image}  | template of ConfigMap:5 data.text: ${spec..image}: expected the path of a field, such as ${metadata.name}
            a ${nowhere} b    | template of ConfigMap:5 data.text: ${nowhere}: App has no field "nowhere"; write $${ for a literal ${
            ${spec.image      | template of ConfigMap:5 data.text: a placeholder has no closing brace; write $${ for a literal ${
            a ${spec.env}     | template of ConfigMap:5 data.text: ${spec.env} is a list, which cannot be part of a string
            a ${spec}         | template of ConfigMap:5 data.text: ${spec} is an object, which cannot be part of a string
            ${spec}           | template of ConfigMap:5 data.text: expected a string, was an object
            {a: ${spec.image}} | template of ConfigMap:5 expected ',' or '}', but got {; inside { } and [ ], quote a value with a placeholder
            """)
    void aWrongPlaceholderIsAnErrorWhenTheTemplateIsCreated(String text, String error) {
        assertThatThrownBy(() -> template(configMap(text), ConfigMap.class))
                .isInstanceOf(HookException.class)
                .hasMessage(error);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            replicas: ${spec.replicas} | replica: 1                | 7 spec.replica: unknown field; did you mean replicas?
            replicas: ${spec.replicas} | replicas: ${spec.image}   | 7 spec.replicas: expected a number, was a string
            replicas: ${spec.replicas} | replicas: ${spec.share}   | 7 spec.replicas: expected a whole number, was 1.5
            replicas: ${spec.replicas} | replicas: ${spec.env}     | 7 spec.replicas: expected a number, was a list
            name: main                 | nam: main                 | 11 spec.template.spec.containers[0].nam: unknown field; did you mean name?
            apiVersion: apps/v1        | apiVersion: apps/v1beta1  | 1 apiVersion: expected apps/v1 as for the class Deployment, was apps/v1beta1
            kind: Deployment           | kind: DaemonSet           | 2 kind: expected Deployment as for the class Deployment, was DaemonSet
            kind: Deployment           | type: Deployment          | _kind: missing or empty
            name: ${metadata.name}     | generateName: a-          | _metadata.name: missing or empty
            replicas: ${spec.replicas} | ${metadata.name}: 1       | 7 spec.${metadata.name}: a placeholder can be a value, not the name of a field
            replicas: ${spec.replicas} | {                         | 9 expected ',' or '}', but got :
            labels: ${spec.labels}     | name: b                   | 5 metadata.name: duplicate field
            """)
    void aFieldThatTheClassDoesNotHaveIsAnErrorWhenTheTemplateIsCreated(String line, String wrong, String error) {
        String yaml = DEPLOYMENT.replace(line, wrong);
        String message = error.startsWith("_") ? " " + error.substring(1) : ":" + error;

        assertThat(yaml).isNotEqualTo(DEPLOYMENT);
        assertThatThrownBy(() -> template(yaml, Deployment.class))
                .isInstanceOf(HookException.class)
                .hasMessage("template of Deployment" + message);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            ``           | template of ConfigMap: expected one object, found 0 YAML documents
            `- a`        | template of ConfigMap: expected an object
            """)
    void aTemplateIsOneObject(String yaml, String error) {
        assertThatThrownBy(() -> template(yaml, ConfigMap.class)).hasMessage(error);
        assertThatThrownBy(() -> template(configMap("a") + "---\n" + configMap("b"), ConfigMap.class))
                .hasMessage("template of ConfigMap: expected one object, found 2 YAML documents");
        assertThat(ChildTemplateTest.text("a\n---", ChildTemplateTest.SHOP)).isEqualTo("a");
    }
}
