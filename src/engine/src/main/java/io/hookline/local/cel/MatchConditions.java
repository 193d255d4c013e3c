package io.hookline.local.cel;

import com.fasterxml.jackson.databind.JsonNode;
import com.google.common.collect.ImmutableList;
import dev.cel.common.CelFunctionDecl;
import dev.cel.common.CelOverloadDecl;
import dev.cel.common.types.CelType;
import dev.cel.common.types.OpaqueType;
import dev.cel.common.types.SimpleType;
import dev.cel.common.types.StructType;
import dev.cel.compiler.CelCompiler;
import io.hookline.local.machinery.FieldError;
import io.hookline.object.FieldPath;
import io.hookline.object.Json;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;

/** The conditions in CEL for which requests an admission webhook is called. They are compiled only: this server calls none. */
public final class MatchConditions {

    private static final String REQUEST = """
            {"type":"object","properties":{"kind":KIND,"resource":RESOURCE,"requestKind":KIND,"requestResource":RESOURCE,
            "subResource":TEXT,"requestSubResource":TEXT,"name":TEXT,"namespace":TEXT,"operation":TEXT,
            "dryRun":{"type":"boolean"},"options":{"x-kubernetes-int-or-string":true},
            "userInfo":{"type":"object","properties":{"username":TEXT,"uid":TEXT,"groups":{"type":"array","items":TEXT},
            "extra":{"type":"object","additionalProperties":{"type":"array","items":TEXT}}}}}}""".replace("KIND", ofThree("kind"))
            .replace("RESOURCE", ofThree("resource"))
            .replace("TEXT", "{\"type\":\"string\"}");

    private static final String NAMESPACE = """
            {"type":"object","properties":{"metadata":{"type":"object","properties":{"name":TEXT,"generateName":TEXT,
            "namespace":TEXT,"labels":MAP,"annotations":MAP,"UID":TEXT,"creationTimestamp":TIME,"deletionTimestamp":TIME,
            "deletionGracePeriodSeconds":{"type":"integer"},"generation":{"type":"integer"},"resourceVersion":TEXT,
            "finalizers":{"type":"array","items":TEXT}}},
            "spec":{"type":"object","properties":{"finalizers":{"type":"array","items":TEXT}}},
            "status":{"type":"object","properties":{"phase":TEXT,"conditions":{"type":"array","items":{"type":"object",
            "properties":{"status":TEXT,"type":TEXT,"lastTransitionTime":TIME,"message":TEXT,"reason":TEXT}}}}}}}""".replace("TIME", "{\"type\":\"string\",\"format\":\"date-time\"}")
            .replace("MAP", "{\"type\":\"object\",\"additionalProperties\":TEXT}")
            .replace("TEXT", "{\"type\":\"string\"}");

    private static final CelType AUTHORIZER = OpaqueType.create("kubernetes.authorization.Authorizer");
    private static final CelType PATH = OpaqueType.create("kubernetes.authorization.PathCheck");
    private static final CelType GROUP = OpaqueType.create("kubernetes.authorization.GroupCheck");
    private static final CelType RESOURCE = OpaqueType.create("kubernetes.authorization.ResourceCheck");
    private static final CelType DECISION = OpaqueType.create("kubernetes.authorization.Decision");

    private MatchConditions() {}

    private static String ofThree(String name) {
        return "{\"type\":\"object\",\"properties\":{\"group\":TEXT,\"version\":TEXT,\"" + name + "\":TEXT}}";
    }

    /** What is wrong with an expression. */
    public static List<FieldError> check(JsonNode expression, FieldPath place) {
        return CompiledRules.condition(expression, place);
    }

    static CelCompiler compiler(CompiledRules.Library library) {
        SchemaType request = type(REQUEST, "kubernetes.AdmissionRequest");
        SchemaType namespace = type(NAMESPACE, "kubernetes.Namespace");
        return library.builder(ImmutableList.<StructType>builder()
                        .addAll(request.structs())
                        .addAll(namespace.structs())
                        .build())
                .addVar("object", SimpleType.DYN)
                .addVar("oldObject", SimpleType.DYN)
                .addVar("request", request.cel())
                .addVar("namespaceObject", namespace.cel())
                .addVar("authorizer", AUTHORIZER)
                .addVar("authorizer.requestResource", RESOURCE)
                .addFunctionDeclarations(authorization())
                .build();
    }

    private static SchemaType type(String schema, String name) {
        return SchemaType.of(Json.object(schema.getBytes(StandardCharsets.UTF_8)), false, name)
                .orElseThrow();
    }

    private static List<CelFunctionDecl> authorization() {
        CelType text = SimpleType.STRING;
        return List.of(
                function("path", PATH, AUTHORIZER, text),
                function("group", GROUP, AUTHORIZER, text),
                function("serviceAccount", AUTHORIZER, AUTHORIZER, text, text),
                function("resource", RESOURCE, GROUP, text),
                function("subresource", RESOURCE, RESOURCE, text),
                function("namespace", RESOURCE, RESOURCE, text),
                function("name", RESOURCE, RESOURCE, text),
                function("fieldSelector", RESOURCE, RESOURCE, text),
                function("labelSelector", RESOURCE, RESOURCE, text),
                CelFunctionDecl.newFunctionDeclaration(
                        "check",
                        CelOverloadDecl.newMemberOverload("path_check", DECISION, List.of(PATH, text)),
                        CelOverloadDecl.newMemberOverload("resource_check", DECISION, List.of(RESOURCE, text))),
                function("allowed", SimpleType.BOOL, DECISION),
                function("errored", SimpleType.BOOL, DECISION),
                function("reason", text, DECISION),
                function("error", text, DECISION));
    }

    private static CelFunctionDecl function(String name, CelType result, CelType... of) {
        return CelFunctionDecl.newFunctionDeclaration(
                name, CelOverloadDecl.newMemberOverload("authorization_" + name, result, Arrays.asList(of)));
    }
}
