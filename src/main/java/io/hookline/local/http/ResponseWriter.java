package io.hookline.local.http;

import io.hookline.cluster.ObjectList;
import io.hookline.object.KubeObject;
import java.io.IOException;
import java.io.OutputStream;

/** Writes objects of one resource in the form that a client requested. Used by one request only. */
interface ResponseWriter {

    /** Writes one object. */
    void writeObject(KubeObject object, OutputStream out) throws IOException;

    /** Writes a page of a list. */
    void writeList(ObjectList list, OutputStream out) throws IOException;

    /** Writes the object of a bookmark event: only a resourceVersion. */
    void writeBookmark(String resourceVersion, boolean endOfInitialEvents, OutputStream out) throws IOException;
}
