package io.hookline.cli.rbac;

import io.hookline.hook.RelatedRule;
import io.hookline.watcher.rights.HookAnswers;
import java.util.ArrayList;
import java.util.List;

/** A resource that a customize hook requests: {@code v1/secrets} or {@code apps/v1/deployments}. */
record RelatedResource(String apiVersion, String resource) {

    /**
     * Reads it from a flag.
     *
     * @throws IllegalArgumentException if the text does not name version and resource
     */
    public static RelatedResource parse(String text) {
        int slash = text.lastIndexOf('/');
        if (slash < 1 || slash == text.length() - 1) {
            throw new IllegalArgumentException(
                    "expected version/resource or group/version/resource, such as v1/secrets, was \"" + text + "\"");
        }
        return new RelatedResource(text.substring(0, slash), text.substring(slash + 1));
    }

    static HookAnswers addTo(HookAnswers answers, List<RelatedResource> more, List<RelatedRule> answered) {
        List<RelatedRule> rules = new ArrayList<>(answers.related());
        rules.addAll(answered);
        more.forEach(each -> rules.add(RelatedRule.of(each.apiVersion(), each.resource())));
        return new HookAnswers(
                answers.writesMetadata(), answers.writesStatus(), rules, answers.granted(), answers.created());
    }
}
