package io.hookline.webhook.credential;

import io.hookline.object.KubeObject;

/** What is known of a Secret or ConfigMap. */
sealed interface Content {

    /** It exists. */
    record Present(KubeObject object) implements Content {}

    /** It does not exist. */
    record Missing() implements Content {}

    /**
     * The API server refuses to show it.
     *
     * @param why the server's message, which names verb, resource and user
     */
    record Unreadable(String why) implements Content {}
}
