package io.hookline.kube.config;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import io.hookline.object.FieldPath;
import io.hookline.object.FileFailure;
import io.hookline.object.Json;
import io.hookline.yaml.Yaml;
import io.hookline.yaml.YamlException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** One or several kubeconfig files, merged: the first file that sets a value wins. */
final class Kubeconfig {

    /** The kinds of named entries in a kubeconfig. */
    private enum Part {
        CLUSTER("clusters", "cluster"),
        USER("users", "user"),
        CONTEXT("contexts", "context");

        private final String list;
        private final String field;

        Part(String list, String field) {
            this.list = list;
            this.field = field;
        }
    }

    /**
     * The cluster and the user of one context.
     *
     * @param namespace the context's own, or {@code default}
     * @param user an empty part if the context names none
     */
    record Selection(String context, String namespace, KubeconfigPart cluster, KubeconfigPart user) {}

    private final List<Path> files;
    private final Map<String, KubeconfigPart> clusters = new LinkedHashMap<>();
    private final Map<String, KubeconfigPart> users = new LinkedHashMap<>();
    private final Map<String, KubeconfigPart> contexts = new LinkedHashMap<>();
    private String currentContext = "";

    private Kubeconfig(List<Path> files) {
        this.files = files;
    }

    /**
     * Reads files that exist.
     *
     * @throws KubeconfigException naming the file and the problem in it
     */
    static Kubeconfig read(List<Path> files) {
        Kubeconfig config = new Kubeconfig(files);
        for (Path file : files) {
            JsonNode tree = parse(file);
            if (tree.isObject()) {
                config.add(file, tree);
            } else if (files.size() == 1 || !Json.isAbsent(tree)) { // one of several may be empty, as with kubectl
                throw new KubeconfigException(file + " is not a kubeconfig: expected an object, was "
                        + (Json.isAbsent(tree) ? "an empty file" : Json.describe(tree)));
            }
        }
        return config;
    }

    private static JsonNode parse(Path file) {
        try {
            return Yaml.first(Files.readAllBytes(file)).tree();
        } catch (YamlException e) {
            // without the cause and its message: they quote the file, which may contain a token
            throw new KubeconfigException(
                    file + " is not a kubeconfig: not valid YAML at line " + e.line() + ", column " + e.column());
        } catch (IOException e) {
            throw new KubeconfigException(
                    file + " cannot be read: " + FileFailure.reason(e) + ". Check its permissions.", e);
        }
    }

    private void add(Path file, JsonNode tree) {
        if (currentContext.isEmpty()) {
            currentContext = new KubeconfigPart(file, FieldPath.ROOT, tree).text("current-context");
        }
        for (Part part : Part.values()) {
            JsonNode list = tree.path(part.list);
            for (int i = 0; i < list.size(); i++) {
                FieldPath place = new FieldPath(part.list).index(i);
                String name = new KubeconfigPart(file, place, list.get(i)).text("name");
                JsonNode value = list.get(i).path(part.field);
                named(part).putIfAbsent(name, new KubeconfigPart(file, place.field(part.field), value));
            }
        }
    }

    private Map<String, KubeconfigPart> named(Part part) {
        return switch (part) {
            case CLUSTER -> clusters;
            case USER -> users;
            case CONTEXT -> contexts;
        };
    }

    /**
     * Selects a context.
     *
     * @param wanted empty for the current one
     * @throws KubeconfigException naming what is missing and what exists
     */
    Selection select(String wanted) {
        String name = wanted.isEmpty() ? currentContext : wanted;
        if (name.isEmpty()) {
            throw new KubeconfigException(where() + " has no current-context. Name one of " + names(Part.CONTEXT)
                    + ", or run: kubectl config use-context NAME");
        }
        KubeconfigPart context = find(Part.CONTEXT, name, wanted.isEmpty() ? "its current-context" : "requested");
        KubeconfigPart cluster = find(Part.CLUSTER, context.text("cluster"), "context " + name);
        String user = context.text("user");
        String namespace = context.text("namespace");
        return new Selection(
                name,
                namespace.isEmpty() ? RestConfig.DEFAULT_NAMESPACE : namespace,
                cluster,
                user.isEmpty() ? noUser(cluster) : find(Part.USER, user, "context " + name));
    }

    private static KubeconfigPart noUser(KubeconfigPart cluster) {
        return new KubeconfigPart(cluster.file(), new FieldPath("user"), MissingNode.getInstance());
    }

    private KubeconfigPart find(Part part, String name, String origin) {
        KubeconfigPart found = named(part).get(name);
        if (found == null) {
            throw new KubeconfigException(
                    "%s has no %s \"%s\" (%s). It has: %s".formatted(where(), part.field, name, origin, names(part)));
        }
        return found;
    }

    private String names(Part part) {
        return named(part).isEmpty() ? "none" : String.join(", ", named(part).keySet());
    }

    private String where() {
        return String.join(" + ", files.stream().map(Path::toString).toList());
    }
}
