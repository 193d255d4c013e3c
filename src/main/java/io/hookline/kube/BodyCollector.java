package io.hookline.kube;

import io.fabric8.kubernetes.client.http.AsyncBody;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.List;

/** Collects a whole body. Written by one of the client's threads at a time, read when the body is done. */
final class BodyCollector implements AsyncBody.Consumer<List<ByteBuffer>> {

    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream(4096);

    @Override
    public void consume(List<ByteBuffer> buffers, AsyncBody body) {
        for (ByteBuffer buffer : buffers) {
            byte[] chunk = new byte[buffer.remaining()];
            buffer.get(chunk);
            bytes.writeBytes(chunk);
        }
        body.consume();
    }

    byte[] bytes() {
        return bytes.toByteArray();
    }
}
