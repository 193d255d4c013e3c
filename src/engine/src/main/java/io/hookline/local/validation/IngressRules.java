package io.hookline.local.validation;

import com.fasterxml.jackson.databind.JsonNode;
import io.hookline.local.machinery.FieldError;
import io.hookline.local.machinery.IpAddresses;
import io.hookline.local.machinery.NameForms;
import io.hookline.object.FieldPath;
import java.util.List;
import java.util.stream.Stream;

/** Validates Ingresses and IngressClasses. */
final class IngressRules extends FieldChecks {

    private static final FieldPath SPEC = new FieldPath("spec");
    private static final List<String> PATH_TYPES = List.of("Exact", "ImplementationSpecific", "Prefix");

    /** The most characters in the name of a controller. */
    private static final int CONTROLLER_LENGTH = 250;

    private IngressRules() {}

    static List<FieldError> ingress(JsonNode spec) {
        IngressRules rules = new IngressRules();
        if (spec.path("rules").isEmpty() && !spec.path("defaultBackend").isObject()) {
            rules.invalid(SPEC, spec, "either `defaultBackend` or `rules` must be specified");
        }
        if (spec.path("defaultBackend").isObject()) {
            rules.backend(SPEC.field("defaultBackend"), spec.path("defaultBackend"));
        }
        for (int i = 0; i < spec.path("rules").size(); i++) {
            rules.rule(SPEC.field("rules").index(i), spec.path("rules").get(i));
        }
        for (int i = 0; i < spec.path("tls").size(); i++) {
            rules.tls(SPEC.field("tls").index(i), spec.path("tls").get(i));
        }
        if (spec.path("ingressClassName").isTextual()) {
            JsonNode name = spec.path("ingressClassName");
            rules.name(SPEC.field("ingressClassName"), NameForms.subdomain(name.textValue()), name);
        }
        return rules.errors;
    }

    private void rule(FieldPath place, JsonNode rule) {
        String host = text(rule, "host");
        if (!host.isEmpty()) {
            if (IpAddresses.address(host).isPresent()) {
                invalid(place.field("host"), rule.path("host"), "must be a DNS name, not an IP address");
            }
            host(place.field("host"), rule.path("host"));
        }
        JsonNode http = rule.path("http");
        FieldPath paths = place.field("http").field("paths");
        if (http.isObject() && http.path("paths").isEmpty()) {
            required(paths, "");
        }
        for (int i = 0; i < http.path("paths").size(); i++) {
            path(paths.index(i), http.path("paths").get(i));
        }
    }

    private void host(FieldPath place, JsonNode host) {
        String text = host.asText();
        name(place, NameForms.subdomain(text.startsWith("*.") ? text.substring(2) : text), host);
    }

    private void tls(FieldPath place, JsonNode tls) {
        for (int i = 0; i < tls.path("hosts").size(); i++) {
            host(place.field("hosts").index(i), tls.path("hosts").get(i));
        }
        if (!text(tls, "secretName").isEmpty()) {
            name(place.field("secretName"), NameForms.subdomain(text(tls, "secretName")), tls.path("secretName"));
        }
    }

    private void path(FieldPath place, JsonNode path) {
        if (!path.path("pathType").isTextual()) {
            required(place.field("pathType"), "pathType must be specified");
            return;
        }
        String text = text(path, "path");
        String type = text(path, "pathType");
        boolean free = type.equals("ImplementationSpecific");
        if (!PATH_TYPES.contains(type)) {
            only(place.field("pathType"), path.path("pathType"), PATH_TYPES);
        } else if (!text.startsWith("/") && !(free && text.isEmpty())) {
            invalid(place.field("path"), path.path("path"), "must be an absolute path");
        }
        if (List.of("Exact", "Prefix").contains(type)
                && (Stream.of("//", "/./", "/../", "%2f", "%2F").anyMatch(text::contains)
                        || text.endsWith("/..")
                        || text.endsWith("/."))) {
            invalid(place.field("path"), path.path("path"), "must be a path in its shortest form");
        }
        backend(place.field("backend"), path.path("backend"));
    }

    private void backend(FieldPath place, JsonNode backend) {
        boolean ofService = backend.path("service").isObject();
        boolean ofResource = backend.path("resource").isObject();
        if (ofService && ofResource) {
            errors.add(FieldError.invalid(place.path(), "", "cannot set both resource and service backends"));
        } else if (ofResource) {
            reference(place.field("resource"), backend.path("resource"));
        } else if (ofService) {
            service(place, backend.path("service"));
        } else {
            errors.add(FieldError.invalid(place.path(), "", "resource or service backend is required"));
        }
    }

    private void service(FieldPath backend, JsonNode service) {
        FieldPath place = backend.field("service");
        if (has(service, place, "name")) {
            name(place.field("name"), NameForms.label(text(service, "name")), service.path("name"));
        }
        JsonNode port = service.path("port");
        String name = text(port, "name");
        boolean numbered = port.path("number").asLong() != 0;
        if (!name.isEmpty() && numbered) {
            errors.add(FieldError.invalid(backend.path(), "", "cannot set both port name & port number"));
        } else if (!name.isEmpty()) {
            if (!KindRules.isPortName(name)) {
                invalid(place.field("port").field("name"), port.path("name"), "must be the name of a port");
            }
        } else if (numbered) {
            port(place.field("port").field("number"), port.path("number"));
        } else {
            required(backend, "port name or number is required");
        }
    }

    private void reference(FieldPath place, JsonNode reference) {
        if (reference.path("apiGroup").isTextual()) {
            name(place.field("apiGroup"), NameForms.subdomain(text(reference, "apiGroup")), reference.path("apiGroup"));
        }
        for (String field : List.of("kind", "name")) {
            if (has(reference, place, field)) {
                name(place.field(field), NameForms.pathSegment(text(reference, field)), reference.path(field));
            }
        }
    }

    static List<FieldError> ingressClass(JsonNode spec) {
        IngressRules rules = new IngressRules();
        if (rules.has(spec, SPEC, "controller")) {
            rules.controller(SPEC.field("controller"), spec.path("controller"));
        }
        if (spec.path("parameters").isObject()) {
            rules.parameters(SPEC.field("parameters"), spec.path("parameters"));
        }
        return rules.errors;
    }

    private void controller(FieldPath place, JsonNode controller) {
        String text = controller.asText();
        int slash = text.indexOf('/');
        if (text.length() > CONTROLLER_LENGTH) {
            errors.add(FieldError.tooLong(place, CONTROLLER_LENGTH));
        }
        if (slash <= 0 || slash == text.length() - 1) {
            invalid(place, controller, "must be a domain-prefixed path (such as \"acme.io/foo\")");
            return;
        }
        name(place, NameForms.subdomain(text.substring(0, slash)), controller);
        if (!text.substring(slash + 1).matches("[-A-Za-z0-9/._~%!$&'()*+,;=:]+")) {
            invalid(place, controller, "must end with the path of a URL");
        }
    }

    private void parameters(FieldPath place, JsonNode parameters) {
        reference(place, parameters);
        JsonNode namespace = parameters.path("namespace");
        String scope = text(parameters, "scope");
        only(place.field("scope"), parameters.path("scope"), List.of("Cluster", "Namespace"));
        if (scope.equals("Namespace")) {
            if (namespace.isTextual()) {
                name(place.field("namespace"), NameForms.label(namespace.textValue()), namespace);
            } else {
                required(place.field("namespace"), "`parameters.scope` is set to 'Namespace'");
            }
        } else if (scope.equals("Cluster") && namespace.isTextual()) {
            forbidden(place.field("namespace"), "`parameters.scope` is set to 'Cluster'");
        }
    }
}
