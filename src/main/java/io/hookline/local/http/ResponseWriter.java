package io.hookline.local.http;

import io.hookline.cluster.ObjectList;
import io.hookline.object.KubeObject;
import java.io.IOException;
import java.io.OutputStream;

/** How objects of one resource are written to one client. Used by one request only. */
interface ResponseWriter {

    /** Writes one object. */
    void writeObject(KubeObject object, OutputStream out) throws IOException;

    /** Writes a page of a list. */
    void writeList(ObjectList list, OutputStream out) throws IOException;

    /** Writes what a bookmark event carries: no object, only a version. */
    void writeBookmark(String resourceVersion, boolean endOfInitialEvents, OutputStream out) throws IOException;
}
