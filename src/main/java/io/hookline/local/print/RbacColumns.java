package io.hookline.local.print;

import static io.hookline.local.print.TableColumn.AGE;
import static io.hookline.local.print.TableColumn.CREATED_AT;
import static io.hookline.local.print.TableColumn.NAME;
import static io.hookline.local.print.TableColumn.text;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The columns of the kinds of rbac.authorization.k8s.io. */
final class RbacColumns {

    private RbacColumns() {}

    static Map<String, List<TableColumn>> byGroupResource() {
        Map<String, List<TableColumn>> columns = new HashMap<>();
        columns.put("roles.rbac.authorization.k8s.io", List.of(NAME, CREATED_AT));
        columns.put("clusterroles.rbac.authorization.k8s.io", List.of(NAME, CREATED_AT));
        columns.put("rolebindings.rbac.authorization.k8s.io", bindings());
        columns.put("clusterrolebindings.rbac.authorization.k8s.io", bindings());
        return columns;
    }

    private static List<TableColumn> bindings() {
        return List.of(
                NAME,
                text(
                        "Role",
                        o -> o.at("/roleRef/kind").asText() + "/"
                                + o.at("/roleRef/name").asText()),
                AGE,
                text("Users", o -> subjects(o, "User")).wide(),
                text("Groups", o -> subjects(o, "Group")).wide(),
                text("ServiceAccounts", o -> subjects(o, "ServiceAccount")).wide());
    }

    private static String subjects(JsonNode binding, String kind) {
        List<String> names = new ArrayList<>();
        for (JsonNode subject : binding.path("subjects")) {
            if (subject.path("kind").asText().equals(kind)) {
                String namespace = subject.path("namespace").asText("");
                names.add((namespace.isEmpty() ? "" : namespace + "/")
                        + subject.path("name").asText());
            }
        }
        return String.join(", ", names);
    }
}
