package io.hookline.local.http;

import io.hookline.cluster.ClusterException;
import io.hookline.cluster.RemovedApis;
import io.hookline.local.machinery.ApiErrors;

/** Errors for requests that this server does not support. */
final class HttpErrors {

    private HttpErrors() {}

    /** 404: a real server does not serve the resource any more. */
    static ClusterException removed(ApiPath path, RemovedApis.Entry api) {
        return new ClusterException.NotFound(ApiErrors.noResource().getMessage() + " (" + path.plural() + " in "
                + path.apiVersion() + ": " + api.help() + ")");
    }

    /** 405: the resource exists, but does not support the verb. */
    static ClusterException method() {
        return new ClusterException.BadRequest(
                405, "MethodNotAllowed", "the server does not allow this method on the requested resource");
    }

    /** 501: a real cluster supports the request, this one does not. */
    static ClusterException notImplemented(String what, String why) {
        return new ClusterException.BadRequest(
                501, "NotImplemented", what + " is not served by this local API server: " + why);
    }
}
