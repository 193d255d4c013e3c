package io.hookline.local.validation;

import com.fasterxml.jackson.databind.JsonNode;
import io.hookline.local.machinery.FieldError;
import io.hookline.local.machinery.NameForms;
import io.hookline.object.FieldPath;
import io.hookline.object.Json;
import java.time.ZoneId;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Validates the specs of Jobs and CronJobs, except for their Pod templates. */
final class JobRules extends FieldChecks {

    private static final List<String> COUNTS = List.of(
            "parallelism",
            "completions",
            "activeDeadlineSeconds",
            "backoffLimit",
            "ttlSecondsAfterFinished",
            "backoffLimitPerIndex",
            "maxFailedIndexes");

    /** What stays as it was created. */
    static final List<String> IMMUTABLE = List.of(
            "selector",
            "template",
            "completionMode",
            "podFailurePolicy",
            "backoffLimitPerIndex",
            "managedBy",
            "successPolicy");

    private JobRules() {}

    static List<FieldError> check(JsonNode spec, FieldPath place) {
        JobRules rules = new JobRules();
        COUNTS.forEach(field -> rules.notNegative(place, spec, field));
        rules.oneOf(place.field("completionMode"), spec.path("completionMode"), List.of("Indexed", "NonIndexed"));
        boolean hasFailurePolicy = spec.path("podFailurePolicy").isObject();
        rules.oneOf(
                place.field("podReplacementPolicy"),
                spec.path("podReplacementPolicy"),
                hasFailurePolicy ? List.of("Failed") : List.of("Failed", "TerminatingOrFailed"));
        rules.indexes(spec, place);
        JsonNode policy = spec.at("/template/spec/restartPolicy");
        FieldPath at = place.field("template").field("spec").field("restartPolicy");
        if (policy.asText().isEmpty() || policy.asText().equals("Always")) {
            rules.required(at, "valid values: \"OnFailure\", \"Never\"");
        } else if (!List.of("OnFailure", "Never").contains(policy.asText())) {
            rules.errors.add(FieldError.unsupported(at, policy, List.of("OnFailure", "Never")));
        } else if (hasFailurePolicy && !policy.asText().equals("Never")) {
            rules.invalid(at, policy, "only \"Never\" is supported when podFailurePolicy is specified");
        }
        JsonNode failures = spec.path("podFailurePolicy").path("rules");
        for (int i = 0; i < failures.size(); i++) {
            rules.failure(
                    spec,
                    failures.get(i),
                    place.field("podFailurePolicy").field("rules").index(i));
        }
        return rules.errors;
    }

    private void schedule(FieldPath place, JsonNode schedule) {
        if (schedule.asText().contains("TZ")) {
            invalid(place, schedule, "cannot use TZ or CRON_TZ in schedule, use timeZone field instead");
            return;
        }
        try {
            CronSchedule.require(schedule.asText());
        } catch (IllegalArgumentException e) {
            invalid(place, schedule, String.valueOf(e.getMessage()));
        }
    }

    static List<FieldError> cronJob(JsonNode spec, FieldPath place) {
        JobRules rules = new JobRules();
        if (rules.has(spec, place, "schedule")) {
            rules.schedule(place.field("schedule"), spec.path("schedule"));
        }
        for (String field :
                List.of("startingDeadlineSeconds", "successfulJobsHistoryLimit", "failedJobsHistoryLimit")) {
            rules.notNegative(place, spec, field);
        }
        JsonNode zone = spec.path("timeZone");
        if (zone.isTextual() && !ZoneId.getAvailableZoneIds().contains(zone.textValue())) {
            rules.invalid(place.field("timeZone"), zone, "unknown time zone " + zone.textValue());
        }
        return rules.errors;
    }

    private void indexes(JsonNode spec, FieldPath place) {
        String mode = text(spec, "completionMode");
        boolean indexed = mode.equals("Indexed");
        boolean hasMost = spec.has("maxFailedIndexes");
        if (hasMost && !spec.has("backoffLimitPerIndex")) {
            required(place.field("backoffLimitPerIndex"), "when maxFailedIndexes is specified");
        }
        if (indexed && !spec.has("completions")) {
            required(place.field("completions"), "when completion mode is Indexed");
        }
        if (indexed
                && hasMost
                && spec.has("completions")
                && spec.path("maxFailedIndexes").asLong()
                        > spec.path("completions").asLong()) {
            invalid(
                    place.field("maxFailedIndexes"),
                    spec.path("maxFailedIndexes"),
                    "must be less than or equal to completions");
        }
        for (String field : List.of("backoffLimitPerIndex", "maxFailedIndexes", "successPolicy")) {
            boolean refused = field.equals("successPolicy") ? !indexed : mode.isEmpty() || mode.equals("NonIndexed");
            if (refused && !Json.isAbsent(spec.path(field))) {
                invalid(place.field(field), spec.path(field), "requires indexed completion mode");
            }
        }
        JsonNode successes = spec.path("successPolicy");
        if (indexed && successes.isObject() && successes.path("rules").isEmpty()) {
            required(place.field("successPolicy").field("rules"), "at least one rule must be specified");
        }
        for (int i = 0; indexed && i < successes.path("rules").size(); i++) {
            JsonNode rule = successes.path("rules").get(i);
            FieldPath at = place.field("successPolicy").field("rules").index(i);
            if (!rule.has("succeededCount") && !rule.has("succeededIndexes")) {
                required(at, "at least one of succeededCount or succeededIndexes must be specified");
            }
            notNegative(at, rule, "succeededCount");
            long most = spec.path("completions").asLong();
            if (rule.has("succeededIndexes")) {
                long indexes = countOf(text(rule, "succeededIndexes"), most);
                if (indexes < 0) {
                    invalid(
                            at.field("succeededIndexes"),
                            rule.path("succeededIndexes"),
                            "must be ascending indexes and ranges of them that are less than completions");
                }
                most = Math.min(most, Math.max(indexes, 0));
            }
            if (rule.path("succeededCount").asLong() > most) {
                invalid(
                        at.field("succeededCount"),
                        rule.path("succeededCount"),
                        "must be less than or equal to the number of indexes");
            }
        }
    }

    /** The number of indexes in a text such as {@code 0,2-4}; negative if they are not ascending, or too large. */
    private static long countOf(String indexes, long completions) {
        if (!indexes.matches("([0-9]{1,9}(-[0-9]{1,9})?(,[0-9]{1,9}(-[0-9]{1,9})?)*)?")) {
            return -1;
        }
        long count = 0;
        long last = -1;
        for (String part : indexes.isEmpty() ? new String[0] : indexes.split(",")) {
            String[] ends = part.split("-", -1);
            long first = Long.parseLong(ends[0]);
            long end = Long.parseLong(ends[ends.length - 1]);
            if (first <= last || end < first || (ends.length > 1 && end == first) || end >= completions) {
                return -1;
            }
            count += end - first + 1;
            last = end;
        }
        return count;
    }

    private void failure(JsonNode spec, JsonNode rule, FieldPath place) {
        if (has(rule, place, "action")) {
            oneOf(place.field("action"), rule.path("action"), List.of("Count", "FailIndex", "FailJob", "Ignore"));
        }
        if (text(rule, "action").equals("FailIndex") && !spec.has("backoffLimitPerIndex")) {
            invalid(place.field("action"), rule.path("action"), "requires the backoffLimitPerIndex to be set");
        }
        boolean onCodes = rule.path("onExitCodes").isObject();
        JsonNode conditions = rule.path("onPodConditions");
        if (onCodes == !conditions.isEmpty()) {
            invalid(place, rule, "specifying one of OnExitCodes and OnPodConditions is required");
        }
        if (onCodes) {
            exitCodes(spec, rule.path("onExitCodes"), place.field("onExitCodes"));
        }
        for (int i = 0; i < conditions.size(); i++) {
            FieldPath at = place.field("onPodConditions").index(i);
            JsonNode condition = conditions.get(i);
            name(at.field("type"), NameForms.qualified(text(condition, "type")), condition.path("type"));
            oneOf(at.field("status"), condition.path("status"), List.of("False", "True", "Unknown"));
        }
    }

    private void exitCodes(JsonNode spec, JsonNode codes, FieldPath place) {
        if (has(codes, place, "operator")) {
            oneOf(place.field("operator"), codes.path("operator"), List.of("In", "NotIn"));
        }
        Set<String> names = new HashSet<>();
        for (String list : List.of("containers", "initContainers")) {
            spec.at("/template/spec")
                    .path(list)
                    .forEach(container -> names.add(container.path("name").asText()));
        }
        JsonNode name = codes.path("containerName");
        if (name.isTextual() && !names.contains(name.textValue())) {
            invalid(
                    place.field("containerName"),
                    name,
                    "must be one of the container or initContainer names in the pod template");
        }
        JsonNode values = codes.path("values");
        FieldPath at = place.field("values");
        if (values.isEmpty()) {
            invalid(at, values, "at least one value is required");
        }
        Set<Long> seen = new HashSet<>();
        boolean ordered = true;
        for (int i = 0; i < values.size(); i++) {
            long value = values.get(i).asLong();
            if (value == 0 && text(codes, "operator").equals("In")) {
                invalid(at.index(i), values.get(i), "must not be 0 for the In operator");
            }
            if (!seen.add(value)) {
                errors.add(FieldError.duplicate(at.index(i), values.get(i)));
            }
            ordered &= i == 0 || values.get(i - 1).asLong() <= value;
        }
        if (!ordered) {
            invalid(at, values, "must be ordered");
        }
    }
}
