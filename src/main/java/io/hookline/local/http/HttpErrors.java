package io.hookline.local.http;

import io.hookline.cluster.ClusterException;

/** What this server says to requests that it does not serve. */
final class HttpErrors {

    private HttpErrors() {}

    /** 404: there is nothing under that path. */
    static ClusterException unknownPath() {
        return new ClusterException.NotFound("the server could not find the requested resource");
    }

    /** 405: the resource is there, but does not take that verb. */
    static ClusterException method() {
        return new ClusterException.BadRequest(
                405, "MethodNotAllowed", "the server does not allow this method on the requested resource");
    }

    /** 501: a real cluster could do that, this one cannot. */
    static ClusterException notImplemented(String what, String why) {
        return new ClusterException.BadRequest(
                501, "NotImplemented", what + " is not served by this local API server: " + why);
    }
}
