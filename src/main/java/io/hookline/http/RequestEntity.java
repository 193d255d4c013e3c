package io.hookline.http;

import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import org.apache.hc.core5.http.ContentType;
import org.apache.hc.core5.http.io.entity.AbstractHttpEntity;

/** A request's body for the HTTP library. */
final class RequestEntity extends AbstractHttpEntity {

    private final Request.Body body;

    RequestEntity(Request.Body body) {
        super((ContentType) null, null); // the message has the header fields already
        this.body = body;
    }

    @Override
    public long getContentLength() {
        return body.length();
    }

    @Override
    public void writeTo(OutputStream out) throws IOException {
        body.writeTo(new Slices(out));
    }

    /** Splits large writes: between two writes, the library checks whether the server has responded already. */
    private static final class Slices extends FilterOutputStream {
        private static final int SLICE = 64 << 10;

        Slices(OutputStream out) {
            super(out);
        }

        @Override
        public void write(byte[] bytes, int from, int count) throws IOException {
            for (int done = 0; done < count; done += SLICE) {
                out.write(bytes, from + done, Math.min(SLICE, count - done));
            }
        }
    }

    @Override
    public InputStream getContent() {
        throw new UnsupportedOperationException("a body that is sent is written, never read");
    }

    @Override
    public boolean isStreaming() {
        return false;
    }

    @Override
    public void close() {
        // There is nothing to close.
    }
}
