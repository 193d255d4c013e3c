package io.hookline.local.resource;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hookline.local.machinery.FieldError;
import io.hookline.local.machinery.ObjectTrees;
import io.hookline.object.KubeObject;
import java.math.BigInteger;

/**
 * The generation of the template of a DaemonSet. A real server keeps it as a number, and shows it as an annotation: a
 * client's value of the annotation is read as that number.
 */
public final class TemplateGeneration {

    private static final String ANNOTATION = "deprecated.daemonset.template.generation";

    private TemplateGeneration() {}

    /**
     * Writes the number of a client, 0 if it gave none, in the form of a real server.
     *
     * @throws IllegalArgumentException with the message of Go, if it is none
     */
    public static void complete(ObjectNode daemonSet) {
        put(daemonSet, number(daemonSet));
    }

    /** The generation of a new DaemonSet: that of the client, at least 1. */
    public static void start(ObjectNode daemonSet) {
        put(daemonSet, Math.max(1, number(daemonSet)));
    }

    /** The generation of a changed DaemonSet: a client cannot change it otherwise than by a change of the template. */
    public static void advance(ObjectNode daemonSet, ObjectNode before, boolean sameTemplate) {
        put(daemonSet, number(before) + (sameTemplate ? 0 : 1));
    }

    /** The object, without the annotation if it is a DaemonSet: the number is none of its metadata. */
    public static KubeObject withoutAnnotation(KubeObject object) {
        if (!object.kind().equals("DaemonSet") || !object.apiVersion().equals("apps/v1")) {
            return object;
        }
        ObjectNode tree = object.tree();
        ObjectNode annotations = ObjectTrees.object(ObjectTrees.metadata(tree), "annotations");
        annotations.remove(ANNOTATION);
        if (annotations.isEmpty()) {
            ObjectTrees.metadata(tree).remove("annotations");
        }
        return KubeObject.of(tree);
    }

    private static void put(ObjectNode daemonSet, long number) {
        ObjectTrees.object(ObjectTrees.metadata(daemonSet), "annotations").put(ANNOTATION, Long.toString(number));
    }

    private static long number(ObjectNode daemonSet) {
        JsonNode text = daemonSet.path("metadata").path("annotations").path(ANNOTATION);
        if (text.isMissingNode()) {
            return 0;
        }
        String problem = "strconv.ParseInt: parsing " + FieldError.quote(text.asText()) + ": ";
        if (!text.asText().matches("[+-]?[0-9]+")) {
            throw new IllegalArgumentException(problem + "invalid syntax");
        }
        try {
            return new BigInteger(text.asText()).longValueExact();
        } catch (ArithmeticException _) {
            throw new IllegalArgumentException(problem + "value out of range");
        }
    }
}
