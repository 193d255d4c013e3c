package io.hookline.cli.check.rule;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Manifests as talks and repositories of 2018 show them: each finding names the line and what to write today. */
class OldManifestsTest {

    private static final String CRD = """
            apiVersion: apiextensions.k8s.io/v1beta1
            kind: CustomResourceDefinition
            metadata:
              name: gardens.farm.example.com
            spec:
              group: farm.example.com
              version: v1
              names: {kind: Garden, plural: gardens}
              scope: Namespaced
              subresources:
                status: {}
              additionalPrinterColumns:
              - name: Beds
                type: integer
                JSONPath: .spec.beds
              validation:
                openAPIV3Schema:
                  properties:
                    spec: {properties: {beds: {type: integer}}}
            """;

    private static final String GARDEN = """
            apiVersion: farm.example.com/v1
            kind: Garden
            metadata: {name: roses}
            spec: {beds: 3}
            """;

    @TempDir
    private Path folder;

    private List<String> findings(String name, String text) throws Exception {
        Map<String, String> files = GoodProject.files();
        files.put(name, text);
        return GoodProject.findings(folder, files);
    }

    @Test
    void aDefinitionNamesEachFieldThatHasMovedAndItsObjectsAreNotReported() throws Exception {
        assertThat(findings("old.yaml", CRD + "---\n" + GARDEN))
                .containsExactly(
                        "error old.yaml:1: kind CustomResourceDefinition in apiextensions.k8s.io/v1beta1: Kubernetes 1.22"
                                + " removed it; write apiVersion: apiextensions.k8s.io/v1; each version needs a schema",
                        "error old.yaml:7: spec.version: is now name in spec.versions[], with served: true and storage:"
                                + " true",
                        "error old.yaml:10: spec.subresources: is now spec.versions[].subresources",
                        "error old.yaml:12: spec.additionalPrinterColumns: is now"
                                + " spec.versions[].additionalPrinterColumns",
                        "error old.yaml:15: spec.additionalPrinterColumns[0].JSONPath: is now jsonPath",
                        "error old.yaml:16: spec.validation: is now spec.versions[].schema");
    }

    @Test
    void aDefinitionOfTodayWithOldFieldsNamesTheirSuccessors() throws Exception {
        assertThat(findings("old.yaml", CRD.replace("v1beta1", "v1")))
                .contains(
                        "error old.yaml:7: spec.version: unknown field; it is now name in spec.versions[], with served:"
                                + " true and storage: true",
                        "error old.yaml:16: spec.validation: unknown field; it is now spec.versions[].schema");
    }

    @Test
    void aDefinitionWithTwoOldVersionsNamesTheSchemaThatTheyLack() throws Exception {
        String crd = """
                apiVersion: apiextensions.k8s.io/v1beta1
                kind: CustomResourceDefinition
                metadata: {name: gardens.farm.example.com}
                spec:
                  group: farm.example.com
                  names: {kind: Garden, plural: gardens}
                  versions:
                  - {name: v1, served: true, storage: true}
                  - {name: v2, served: true, storage: false, schema: {openAPIV3Schema: {type: object}}}
                """;

        assertThat(findings("old.yaml", crd))
                .hasSize(3)
                .contains(
                        "error old.yaml:4: spec.scope: required in apiextensions.k8s.io/v1: Namespaced or Cluster",
                        "error old.yaml:8: spec.versions[0].schema: required in apiextensions.k8s.io/v1:"
                                + " openAPIV3Schema, at least {type: object, x-kubernetes-preserve-unknown-fields: true}");
    }

    @Test
    void aDeploymentWithoutSelectorNeedsOne() throws Exception {
        String deployment = """
                apiVersion: extensions/v1beta1
                kind: Deployment
                metadata: {name: web}
                spec:
                  replicas: 2
                  template:
                    metadata: {labels: {app: web}}
                    spec: {containers: [{name: web, image: nginx}]}
                """;

        assertThat(findings("old.yaml", deployment))
                .containsExactly(
                        "error old.yaml:1: kind Deployment in extensions/v1beta1: Kubernetes 1.16 removed it; write"
                                + " apiVersion: apps/v1",
                        "error old.yaml:4: spec.selector: required in apps/v1: matchLabels with the labels of"
                                + " spec.template; it cannot be changed later");
    }

    @Test
    void anIngressNamesTheNewFieldsOfEachPath() throws Exception {
        String ingress = """
                apiVersion: extensions/v1beta1
                kind: Ingress
                metadata: {name: web}
                spec:
                  rules:
                  - host: web.example.com
                    http:
                      paths:
                      - path: /
                        backend:
                          serviceName: web
                          servicePort: 80
                """;

        assertThat(findings("old.yaml", ingress))
                .containsExactly(
                        "error old.yaml:1: kind Ingress in extensions/v1beta1: Kubernetes 1.22 removed it; write apiVersion:"
                                + " networking.k8s.io/v1",
                        "error old.yaml:9: spec.rules[0].http.paths[0].pathType: required in networking.k8s.io/v1: Prefix,"
                                + " Exact or ImplementationSpecific",
                        "error old.yaml:11: spec.rules[0].http.paths[0].backend.serviceName: is now backend.service.name",
                        "error old.yaml:12: spec.rules[0].http.paths[0].backend.servicePort: is now number or name in"
                                + " backend.service.port");
    }

    @Test
    void rolesJobsAndBudgetsOnlyNeedTheirNewVersion() throws Exception {
        String others = """
                apiVersion: rbac.authorization.k8s.io/v1beta1
                kind: ClusterRole
                metadata: {name: gardener}
                ---
                apiVersion: batch/v1beta1
                kind: CronJob
                metadata: {name: water}
                ---
                apiVersion: policy/v1beta1
                kind: PodDisruptionBudget
                metadata: {name: beds}
                ---
                apiVersion: policy/v1beta1
                kind: PodSecurityPolicy
                metadata: {name: fence}
                """;

        assertThat(findings("old.yaml", others))
                .containsExactly(
                        "error old.yaml:1: kind ClusterRole in rbac.authorization.k8s.io/v1beta1: Kubernetes 1.22 removed"
                                + " it; write apiVersion: rbac.authorization.k8s.io/v1",
                        "error old.yaml:5: kind CronJob in batch/v1beta1: Kubernetes 1.25 removed it; write apiVersion:"
                                + " batch/v1",
                        "error old.yaml:9: kind PodDisruptionBudget in policy/v1beta1: Kubernetes 1.25 removed it; write"
                                + " apiVersion: policy/v1; an empty spec.selector selects all Pods of the namespace",
                        "error old.yaml:13: kind PodSecurityPolicy in policy/v1beta1: Kubernetes 1.25 removed it; nothing"
                                + " replaces it; label the namespace with pod-security.kubernetes.io/enforce");
    }

    @Test
    void aControllerOfTheFirstMetacontrollerNamesItsNewFields() throws Exception {
        String controller = """
                apiVersion: metacontroller.k8s.io/v1alpha1
                kind: CompositeController
                metadata: {name: webapp}
                spec:
                  generateSelector: true
                  parentResource: {apiVersion: example.com/v1, resource: webapps}
                  childResources:
                  - apiVersion: extensions/v1beta1
                    resources: [deployments]
                  - apiVersion: extensions/v1beta1
                    resource: ingresses
                  clientConfig: {service: {name: hooks, namespace: hookline}}
                  hooks:
                    sync: {path: /webapp/sync}
                """;
        Map<String, String> files = GoodProject.files();
        files.put("controller.yaml", controller);

        assertThat(GoodProject.findings(folder, files))
                .contains(
                        "error controller.yaml:9: spec.childResources[0].resources: unknown field; it is now resource, one"
                                + " entry for each",
                        "error controller.yaml:10: spec.childResources[1]: no resource ingresses (extensions/v1beta1);"
                                + " Kubernetes 1.22 removed it; write apiVersion: networking.k8s.io/v1",
                        "error controller.yaml:12: spec.clientConfig: unknown field; it is now service and path in the"
                                + " webhook of each hook",
                        "error controller.yaml:14: spec.hooks.sync.path: unknown field; it is now"
                                + " spec.hooks.sync.webhook.path");
    }

    @Test
    void aChildOfAHookInAnOldVersionIsNamedInItsFixture() throws Exception {
        Map<String, String> files = GoodProject.files();
        files.computeIfPresent("fixtures/first.answer.json", (_, text) -> text.replace("apps/v1", "apps/v1beta2"));

        assertThat(GoodProject.findings(folder, files))
                .containsExactly(
                        "error fixtures/first.answer.json:4: children[0]: kind Deployment in apps/v1beta2: Kubernetes"
                                + " 1.16 removed it; write apiVersion: apps/v1");
    }

    @Test
    void anOldManifestWithFieldsOfAnotherTypeIsNamedToo() throws Exception {
        String crd = """
                apiVersion: apiextensions.k8s.io/v1beta1
                kind: CustomResourceDefinition
                metadata: {name: gardens.farm.example.com}
                spec: {versions: {name: v1}, scope: Namespaced, additionalPrinterColumns: text, validation: null}
                """;

        assertThat(findings("old.yaml", crd))
                .hasSize(3)
                .contains("error old.yaml:4: spec.validation: is now spec.versions[].schema");
    }
}
