package io.hookline.testing;

import com.fasterxml.jackson.databind.JsonNode;
import io.hookline.object.Json;
import java.util.ArrayList;
import java.util.List;

/** Compares a desired state with an object, without the code of the product: fields that are not desired do not matter. */
public final class MissingFields {

    private MissingFields() {}

    /** The fields that do not have their desired value, as JSON pointers. */
    public static List<String> of(JsonNode desired, JsonNode actual) {
        List<String> missing = new ArrayList<>();
        collect("", desired, actual, missing);
        return missing;
    }

    private static void collect(String path, JsonNode desired, JsonNode actual, List<String> missing) {
        if (desired.isObject()
                && (actual.isObject() || actual.isMissingNode())) { // an empty object has no fields to miss
            desired.properties()
                    .forEach(field -> collect(
                            path + "/" + field.getKey(), field.getValue(), actual.path(field.getKey()), missing));
        } else if (desired.isArray() && actual.isArray() && !desired.isEmpty()) {
            collectElements(path, desired, actual, missing);
        } else if (!isEqual(desired, actual)) {
            missing.add(path);
        }
    }

    private static void collectElements(String path, JsonNode desired, JsonNode actual, List<String> missing) {
        for (int i = 0; i < desired.size(); i++) {
            JsonNode element = desired.get(i);
            collect(path + "/" + i, element, element.isObject() ? sameKey(element, actual) : actual.path(i), missing);
        }
        if (!desired.get(0).isObject() && desired.size() != actual.size()) {
            missing.add(path);
        }
    }

    /** The element with the same port or name; other clients may have added elements. */
    private static JsonNode sameKey(JsonNode element, JsonNode actual) {
        String key = element.has("port") ? "port" : "name";
        for (JsonNode candidate : actual) {
            if (candidate.path(key).equals(element.path(key))) {
                return candidate;
            }
        }
        return Json.NODES.nullNode();
    }

    private static boolean isEqual(JsonNode desired, JsonNode actual) {
        if (desired.isNumber() && actual.isNumber()) {
            return desired.decimalValue().compareTo(actual.decimalValue()) == 0;
        }
        return desired.isNull() ? actual.isNull() || actual.isMissingNode() : desired.equals(actual);
    }
}
