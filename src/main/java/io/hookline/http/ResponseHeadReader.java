package io.hookline.http;

import java.io.IOException;
import java.io.InputStream;
import java.util.function.Consumer;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.ConnectionClosedException;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.MessageConstraintException;
import org.apache.hc.core5.http.config.Http1Config;
import org.apache.hc.core5.http.impl.io.DefaultHttpResponseParserFactory;
import org.apache.hc.core5.http.io.HttpMessageParser;
import org.apache.hc.core5.http.io.HttpTransportMetrics;
import org.apache.hc.core5.http.io.SessionInputBuffer;
import org.apache.hc.core5.util.CharArrayBuffer;

/**
 * Reads the head of a response, which must end with an empty line and must not be too large. The library accepts the
 * end of the connection as the end of the head: half a head would be a success without a body. It also limits each
 * line, but not their sum.
 */
final class ResponseHeadReader implements SessionInputBuffer {

    /** In characters. */
    private static final int MAX_LENGTH = 1 << 20;

    private final SessionInputBuffer buffer;
    private boolean started;
    private int length;

    private ResponseHeadReader(SessionInputBuffer buffer) {
        this.buffer = buffer;
    }

    /**
     * Returns a parser of the library that reads through this class.
     *
     * @param seen receives the buffer that the parser reads from
     */
    static HttpMessageParser<ClassicHttpResponse> parser(Http1Config limits, Consumer<SessionInputBuffer> seen) {
        HttpMessageParser<ClassicHttpResponse> parser = new DefaultHttpResponseParserFactory(limits).create();
        return new HttpMessageParser<>() {
            @Override
            public ClassicHttpResponse parse(SessionInputBuffer buffer, InputStream in)
                    throws IOException, HttpException {
                seen.accept(buffer);
                return parser.parse(new ResponseHeadReader(buffer), in);
            }
        };
    }

    @Override
    public int readLine(CharArrayBuffer line, InputStream in) throws IOException {
        int read = buffer.readLine(line, in);
        if (read < 0 && started) {
            throw new ConnectionClosedException("the connection ended in the middle of the answer's head");
        }
        started = true;
        length += Math.max(0, read);
        if (length > MAX_LENGTH) {
            throw new MessageConstraintException("the answer's head is larger than " + MAX_LENGTH + " bytes");
        }
        return read;
    }

    @Override
    public int length() {
        return buffer.length();
    }

    @Override
    public int capacity() {
        return buffer.capacity();
    }

    @Override
    public int available() {
        return buffer.available();
    }

    @Override
    public int read(byte[] bytes, int from, int count, InputStream in) throws IOException {
        return buffer.read(bytes, from, count, in);
    }

    @Override
    public int read(byte[] bytes, InputStream in) throws IOException {
        return buffer.read(bytes, in);
    }

    @Override
    public int read(InputStream in) throws IOException {
        return buffer.read(in);
    }

    @Override
    public HttpTransportMetrics getMetrics() {
        return buffer.getMetrics();
    }
}
