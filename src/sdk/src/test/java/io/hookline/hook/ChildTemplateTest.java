package io.hookline.hook;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.EnvVar;
import io.fabric8.kubernetes.api.model.IntOrString;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.hookline.hook.protocol.HookException;
import io.hookline.object.KubeObject;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ChildTemplateTest {

    enum Policy {
        Always,
        Never
    }

    record Spec(
            String image,
            int replicas,
            String memory,
            Policy policy,
            List<EnvVar> env,
            Map<String, String> labels,
            Optional<String> note,
            double share) {}

    record App(ObjectMeta metadata, Spec spec) implements Parent {}

    static final App SHOP = new App(
            new ObjectMetaBuilder()
                    .withName("shop")
                    .addToAnnotations("example.com/owner", "anna")
                    .build(),
            new Spec(
                    "nginx:1",
                    3,
                    "64Mi",
                    Policy.Never,
                    List.of(new EnvVar("A", "1", null)),
                    Map.of("tier", "web"),
                    Optional.of("hello"),
                    0.5));

    static final String DEPLOYMENT = """
            apiVersion: apps/v1
            kind: Deployment
            metadata:
              name: ${metadata.name}
              labels: ${spec.labels}
            spec:
              replicas: ${spec.replicas}
              template:
                spec:
                  containers:
                    - name: main
                      image: ${spec.image}
                      env: ${spec.env}
                      imagePullPolicy: ${spec.policy}
                      resources:
                        limits: {memory: "${spec.memory}"}
            """;

    static <C> ChildTemplate<App, C> template(String yaml, Class<C> child) {
        return ChildTemplate.text(yaml, App.class, child);
    }

    static String configMap(String text) {
        return "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\ndata:\n  text: " + text + "\n";
    }

    static String text(String template, App app) {
        return template(configMap(template), ConfigMap.class)
                .fill(app)
                .getData()
                .get("text");
    }

    private static App named(String image) {
        Spec spec = SHOP.spec();
        return new App(
                SHOP.metadata(),
                new Spec(
                        image,
                        spec.replicas(),
                        spec.memory(),
                        spec.policy(),
                        spec.env(),
                        spec.labels(),
                        Optional.empty(),
                        0));
    }

    @Test
    void aPlaceholderThatIsAWholeValueKeepsTheTypeOfItsField() {
        Deployment deployment = template(DEPLOYMENT, Deployment.class).fill(SHOP);

        assertThat(deployment.getMetadata().getName()).isEqualTo("shop");
        assertThat(deployment.getMetadata().getLabels()).isEqualTo(Map.of("tier", "web"));
        assertThat(deployment.getSpec().getReplicas()).isEqualTo(3);
        var container =
                deployment.getSpec().getTemplate().getSpec().getContainers().getFirst();
        assertThat(container.getEnv()).isEqualTo(SHOP.spec().env());
        assertThat(container.getImagePullPolicy()).isEqualTo("Never");
        assertThat(container.getResources().getLimits()).isEqualTo(Map.of("memory", new Quantity("64Mi")));
    }

    @Test
    void theTreeHasWhatTheTemplateHasAndNothingElse() {
        ObjectNode tree = template(DEPLOYMENT, Deployment.class).tree(SHOP);

        assertThat(tree.at("/spec/replicas").isIntegralNumber()).isTrue();
        assertThat(tree.at("/spec").properties()).extracting(Map.Entry::getKey).containsExactly("replicas", "template");
        assertThat(tree.at("/metadata").properties())
                .extracting(Map.Entry::getKey)
                .containsExactly("name", "labels");
    }

    @Test
    void aListOrObjectAtTwoPlacesIsTwoCopies() {
        ObjectNode tree = template("""
                apiVersion: v1
                kind: Service
                metadata: {name: a, labels: "${spec.labels}"}
                spec: {selector: "${spec.labels}"}
                """, ObjectNode.class).tree(SHOP);

        tree.withObject("/metadata/labels").put("version", "2");

        assertThat(tree.at("/spec/selector").has("version")).isFalse();
    }

    @Test
    void aPlaceholderInALongerStringBecomesText() {
        assertThat(text("${spec.image} x${spec.replicas} ${spec.share}/${spec.policy}", SHOP))
                .isEqualTo("nginx:1 x3 0.5/Never");
        assertThat(text("${metadata.annotations.example.com/owner}, ${spec.note}, ${spec.labels.tier}", SHOP))
                .isEqualTo("anna, hello, web");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "a\nspec: {hostNetwork: true}",
                "\"}, \"kind\": \"Secret\"",
                "# comment",
                "{a: b}",
                "[1]",
                "*anchor",
                "!!binary a",
                "yes",
                "0644",
                "${metadata.name}",
                "- a",
                "null"
            })
    void aValueIsNeverYaml(String value) {
        assertThat(text("${spec.image}", named(value))).isEqualTo(value);
        assertThat(text("<${spec.image}>", named(value))).isEqualTo("<" + value + ">");
    }

    @Test
    void twoDollarsAreALiteralPlaceholder() {
        assertThat(text("echo $${HOME} $HOME $(HOME) ${spec.image}", SHOP))
                .isEqualTo("echo ${HOME} $HOME $(HOME) nginx:1");
        assertThat(text("$${spec.image}", SHOP)).isEqualTo("${spec.image}");
    }

    @Test
    void numbersAndAliasesAreReadAsByKubectl() {
        Service service = template("""
                        apiVersion: v1
                        kind: Service
                        metadata: {name: a, labels: &labels {app: a}}
                        spec:
                          selector: *labels
                          ports: [{port: 0120, targetPort: http}]
                        """, Service.class).fill(SHOP);

        assertThat(service.getSpec().getSelector()).isEqualTo(Map.of("app", "a"));
        assertThat(service.getSpec().getPorts().getFirst().getPort()).isEqualTo(80);
        assertThat(service.getSpec().getPorts().getFirst().getTargetPort()).isEqualTo(new IntOrString("http"));
    }

    @Test
    void aFieldThatIsANumberOrATextMayBeANumber() {
        Service service = template("""
                        apiVersion: v1
                        kind: Service
                        metadata: {name: a}
                        spec:
                          ports: [{port: 80, targetPort: 8080}, {port: 81, targetPort: "${spec.replicas}"}]
                        """, Service.class).fill(SHOP);
        Pod pod = template("""
                        apiVersion: v1
                        kind: Pod
                        metadata: {name: a}
                        spec:
                          containers:
                            - name: main
                              livenessProbe: {httpGet: {port: 8080}}
                              resources: {limits: {cpu: 1}}
                        """, Pod.class).fill(SHOP);

        assertThat(service.getSpec().getPorts())
                .extracting(port -> port.getTargetPort())
                .containsExactly(
                        new IntOrString(8080), new IntOrString(SHOP.spec().replicas()));
        Container main = pod.getSpec().getContainers().getFirst();
        assertThat(main.getLivenessProbe().getHttpGet().getPort()).isEqualTo(new IntOrString(8080));
        assertThat(main.getResources().getLimits()).containsEntry("cpu", new Quantity("1"));
        assertThatThrownBy(() -> template("""
                        apiVersion: v1
                        kind: Service
                        metadata: {name: a}
                        spec: {ports: [{port: 80, targetPort: true}]}
                        """, Service.class)).hasMessageContaining("spec.ports[0].targetPort");
    }

    @Test
    void aKindWithoutAClassIsATreeOrAnObject() {
        String yaml = """
                apiVersion: example.com/v1
                kind: Backup
                metadata: {name: a}
                spec: {keep: "${spec.replicas}"}
                """;

        assertThat(template(yaml, ObjectNode.class).fill(SHOP).at("/spec/keep").intValue())
                .isEqualTo(3);
        assertThat(template(yaml, KubeObject.class).fill(SHOP).name()).isEqualTo("a");
    }

    @Test
    void valuesCanComeFromAClassOfTheKubernetesModelOrFromAMap() {
        Pod pod = new PodBuilder()
                .withNewMetadata()
                .withName("web-0")
                .endMetadata()
                .build();

        assertThat(ChildTemplate.text(configMap("of ${metadata.name}"), Pod.class, ConfigMap.class)
                        .fill(pod)
                        .getData())
                .isEqualTo(Map.of("text", "of web-0"));
        assertThat(ChildTemplate.text(configMap("${a}${b.c}"), Map.class, ConfigMap.class)
                        .fill(Map.of("a", 1, "b", Map.of("c", true)))
                        .getData())
                .isEqualTo(Map.of("text", "1true"));
    }

    @Test
    void aPlaceholderWithoutAValueIsAnErrorOfTheCall() {
        ChildTemplate<App, ConfigMap> template = template(configMap("<${spec.note}>"), ConfigMap.class);

        assertThatThrownBy(() -> template.fill(named("a")))
                .isInstanceOf(HookException.class)
                .hasMessage(
                        "template of ConfigMap:5 data.text: ${spec.note} has no value; give the field a default or make it"
                                + " required in the CRD");
    }

    @Test
    void aValueThatIsNotValidAtItsPlaceIsAnErrorOfTheCall() {
        ChildTemplate<Map<String, Object>, Deployment> template = ChildTemplate.text("""
                apiVersion: apps/v1
                kind: Deployment
                metadata: {name: a}
                spec: {replicas: "${count}"}
                """, anyMap(), Deployment.class);

        assertThat(template.fill(Map.of("count", 2)).getSpec().getReplicas()).isEqualTo(2);
        assertThatThrownBy(() -> template.fill(Map.of("count", "many")))
                .hasMessage("template of Deployment:4 spec.replicas: expected a number, was a string");
    }

    @SuppressWarnings("unchecked") // a class literal has no type arguments
    private static Class<Map<String, Object>> anyMap() {
        return (Class<Map<String, Object>>) (Class<?>) Map.class;
    }

    @Test
    void aFileThatIsMissingIsNamed() {
        assertThatThrownBy(() -> ChildTemplate.file("nothing.yaml", App.class, ConfigMap.class))
                .isInstanceOf(HookException.class)
                .hasMessage("there is no file nothing.yaml beside ChildTemplateTest; a Maven project has it in"
                        + " src/main/resources");
    }
}
