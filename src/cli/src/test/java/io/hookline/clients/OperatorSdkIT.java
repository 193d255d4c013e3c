package io.hookline.clients;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.api.model.KubernetesResourceList;
import io.fabric8.kubernetes.api.model.Namespaced;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.client.CustomResource;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.MixedOperation;
import io.fabric8.kubernetes.client.dsl.Resource;
import io.fabric8.kubernetes.model.annotation.Group;
import io.fabric8.kubernetes.model.annotation.Version;
import io.hookline.controlplane.ControlPlanes;
import io.hookline.controlplane.RealControlPlane;
import io.javaoperatorsdk.operator.Operator;
import io.javaoperatorsdk.operator.api.config.informer.InformerEventSourceConfiguration;
import io.javaoperatorsdk.operator.api.reconciler.Cleaner;
import io.javaoperatorsdk.operator.api.reconciler.Context;
import io.javaoperatorsdk.operator.api.reconciler.DeleteControl;
import io.javaoperatorsdk.operator.api.reconciler.EventSourceContext;
import io.javaoperatorsdk.operator.api.reconciler.Reconciler;
import io.javaoperatorsdk.operator.api.reconciler.UpdateControl;
import io.javaoperatorsdk.operator.processing.event.source.EventSource;
import io.javaoperatorsdk.operator.processing.event.source.informer.InformerEventSource;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** An operator of the Java Operator SDK, with an informer for its children and a cleaner. */
@RealControlPlane(optional = true)
@ParameterizedClass
@EnumSource(TestedServer.class)
class OperatorSdkIT {

    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private static final String DEFINITION = """
            {"apiVersion": "apiextensions.k8s.io/v1", "kind": "CustomResourceDefinition",
             "metadata": {"name": "labels.operatorsdk.example.com"},
             "spec": {"group": "operatorsdk.example.com", "scope": "Namespaced",
                      "names": {"kind": "Label", "plural": "labels", "singular": "label"},
                      "versions": [{"name": "v1", "served": true, "storage": true, "subresources": {"status": {}},
                        "schema": {"openAPIV3Schema": {"type": "object", "properties": {
                          "spec": {"type": "object", "properties": {"text": {"type": "string"}}},
                          "status": {"type": "object", "properties": {
                            "printed": {"type": "string"}, "observedGeneration": {"type": "integer"}}}}}}}]}}
            """;

    /** What the user wants. */
    public static final class LabelSpec {
        public String text;
    }

    /** What the operator has done. */
    public static final class LabelStatus {
        public String printed;
        public Long observedGeneration;
    }

    /** A label. */
    @Group("operatorsdk.example.com")
    @Version("v1")
    public static final class Label extends CustomResource<LabelSpec, LabelStatus> implements Namespaced {
        private static final long serialVersionUID = 1;
    }

    /** Prints each label into a ConfigMap. */
    private static final class Printer implements Reconciler<Label>, Cleaner<Label> {

        private final List<String> cleaned = new CopyOnWriteArrayList<>();

        @Override
        public List<EventSource<?, Label>> prepareEventSources(EventSourceContext<Label> context) {
            return List.of(new InformerEventSource<>(
                    InformerEventSourceConfiguration.from(ConfigMap.class, Label.class)
                            .withLabelSelector("printed=yes")
                            .build(),
                    context));
        }

        @Override
        public UpdateControl<Label> reconcile(Label label, Context<Label> context) {
            Optional<ConfigMap> printed = context.getSecondaryResource(ConfigMap.class);
            String text = label.getSpec().text;
            if (printed.filter(map -> text.equals(map.getData().get("text"))).isEmpty()) {
                context.getClient()
                        .resource(wanted(label, text))
                        .forceConflicts()
                        .serverSideApply();
            }
            LabelStatus known = label.getStatus();
            if (known != null
                    && text.equals(known.printed)
                    && label.getMetadata().getGeneration().equals(known.observedGeneration)) {
                // The operator takes what comes back from its own patch for its own change, also if the object is being
                // deleted by then.
                return UpdateControl.noUpdate();
            }
            Label status = new Label();
            status.setMetadata(new ObjectMetaBuilder()
                    .withName(label.getMetadata().getName())
                    .withNamespace(label.getMetadata().getNamespace())
                    .build());
            status.setStatus(new LabelStatus());
            status.getStatus().printed = text;
            status.getStatus().observedGeneration = label.getMetadata().getGeneration();
            return UpdateControl.patchStatus(status);
        }

        private static ConfigMap wanted(Label label, String text) {
            ConfigMap map = new ConfigMapBuilder()
                    .withNewMetadata()
                    .withName(label.getMetadata().getName())
                    .withNamespace(label.getMetadata().getNamespace())
                    .addToLabels("printed", "yes")
                    .endMetadata()
                    .withData(Map.of("text", text))
                    .build();
            map.addOwnerReference(label);
            return map;
        }

        @Override
        public DeleteControl cleanup(Label label, Context<Label> context) {
            cleaned.add(label.getMetadata().getName());
            return DeleteControl.defaultDelete();
        }
    }

    @Parameter
    private TestedServer tested;

    @TempDir
    private Path folder;

    private final Printer printer = new Printer();
    private TestedServer.Access server;
    private KubernetesClient client;
    private Operator operator;

    @BeforeEach
    void start(ControlPlanes real) throws IOException {
        server = tested.start(real, folder, "operatorsdk");
        client = new KubernetesClientBuilder().withConfig(server.config()).build();
        client.resource(DEFINITION).serverSideApply();
        await("the kind to be served")
                .atMost(PATIENCE)
                .ignoreExceptionsInstanceOf(KubernetesClientException.class)
                .until(() -> labels().list() != null);
    }

    private void startOperator() {
        operator =
                new Operator(overrider -> overrider.withKubernetesClient(client).withCloseClientOnStop(false));
        operator.register(printer, overrider -> overrider.settingNamespace(server.namespace()));
        operator.start();
    }

    @AfterEach
    void stop() {
        if (operator != null) {
            operator.stop();
        }
        if (client != null) {
            client.close();
            server.close();
        }
    }

    private MixedOperation<Label, KubernetesResourceList<Label>, Resource<Label>> labels() {
        return client.resources(Label.class);
    }

    private void create(String text) {
        Label label = new Label();
        label.setMetadata(new ObjectMetaBuilder().withName("door").build());
        label.setSpec(new LabelSpec());
        label.getSpec().text = text;
        client.resource(label).create();
    }

    private void awaitPrinted(String text) {
        await().atMost(PATIENCE).untilAsserted(() -> {
            ConfigMap map = client.configMaps().withName("door").get();
            assertThat(map).isNotNull();
            assertThat(map.getData()).containsEntry("text", text);
        });
    }

    private void awaitStatus(String text) {
        await().atMost(PATIENCE).untilAsserted(() -> {
            Label label = labels().withName("door").get();
            assertThat(label.getStatus()).isNotNull();
            assertThat(label.getStatus().printed).isEqualTo(text);
            assertThat(label.getStatus().observedGeneration)
                    .isEqualTo(label.getMetadata().getGeneration());
        });
    }

    @Test
    void theOperatorMakesRepairsAndCleansUpItsChild() {
        startOperator();
        create("push");
        awaitPrinted("push");
        awaitStatus("push");
        assertThat(labels().withName("door").get().getMetadata().getFinalizers())
                .containsExactly("labels.operatorsdk.example.com/finalizer");

        labels().withName("door").edit(label -> {
            label.getSpec().text = "pull";
            return label;
        });
        awaitPrinted("pull");
        awaitStatus("pull");

        client.configMaps()
                .withName("door")
                .edit(map ->
                        new ConfigMapBuilder(map).addToData("text", "broken").build());
        awaitPrinted("pull");
        client.configMaps().withName("door").delete();
        awaitPrinted("pull");

        labels().withName("door").delete();
        await().atMost(PATIENCE).until(() -> labels().withName("door").get() == null);
        assertThat(printer.cleaned).containsExactly("door");
    }

    @Test
    void anObjectThatIsOlderThanTheOperatorIsReconciled() {
        create("older");
        startOperator();

        awaitPrinted("older");
        awaitStatus("older");
    }
}
