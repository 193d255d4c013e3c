package io.hookline.hook.protocol;

import io.hookline.hook.codec.AnswerCodec;
import io.hookline.hook.codec.RequestCodec;
import io.hookline.object.DecodeException;
import io.hookline.testing.Tries;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Any bytes from a hook or a client are decoded or cause a DecodeException, never another exception. */
class DecoderRobustnessTest {

    private static final List<String> SEEDS = List.of(
            "{\"status\":{\"a\":[1,2.5e3,true,null]},\"children\":[{\"apiVersion\":\"v1\",\"kind\":\"Pod\",\"metadata\":"
                    + "{\"name\":\"a\\u00e9\",\"generation\":3,\"labels\":{\"x\":\"y\"},\"ownerReferences\":[{\"uid\":\"u\","
                    + "\"controller\":true}]}}],\"resyncAfterSeconds\":12.5,\"finalized\":false}",
            "{\"labels\":{\"a\":null,\"b\":\"é\"},\"attachments\":[],\"annotations\":{}}",
            "{\"relatedResources\":[{\"apiVersion\":\"v1\",\"resource\":\"pods\",\"names\":[\"a\"],\"labelSelector\":"
                    + "{\"matchExpressions\":[{\"key\":\"a\",\"operator\":\"In\",\"values\":[\"b\"]}]}}]}",
            "{\"controller\":{},\"parent\":{\"metadata\":{\"name\":\"p\",\"namespace\":\"n\"}},\"children\":{\"Pod.v1\":"
                    + "{\"n/a\":{\"metadata\":{\"name\":\"a\"}}}},\"related\":{},\"finalizing\":true}");

    private static final String TOKENS = "{}[]\",:\\u0aé-+.eE123456789tfn \n\u0000";

    @Test
    void randomBytesAreDecodedOrRefused() {
        Tries.of(1000, 4711)
                .forAll(
                        random -> {
                            byte[] bytes = new byte[random.nextInt(256)];
                            random.nextBytes(bytes);
                            return bytes;
                        },
                        DecoderRobustnessTest::decodeAll);
    }

    @Test
    void mutatedMessagesAreDecodedOrRefused() {
        Tries.of(3000, 4711)
                .forAll(
                        random -> {
                            byte[] bytes =
                                    SEEDS.get(random.nextInt(SEEDS.size())).getBytes(StandardCharsets.UTF_8);
                            for (int changes = random.nextInt(1, 7); changes > 0; changes--) {
                                bytes = mutate(bytes, random);
                            }
                            return bytes;
                        },
                        DecoderRobustnessTest::decodeAll);
    }

    private static byte[] mutate(byte[] bytes, Random random) {
        if (bytes.length == 0) {
            return bytes;
        }
        int at = random.nextInt(bytes.length);
        int length = Math.min(random.nextInt(1, 20), bytes.length - at);
        byte[] piece = java.util.Arrays.copyOfRange(bytes, at, at + length);
        byte[] token = {(byte) TOKENS.charAt(random.nextInt(TOKENS.length()))};
        return switch (random.nextInt(5)) {
            case 0 -> splice(bytes, at, length, new byte[0]);
            case 1 -> splice(bytes, random.nextInt(bytes.length), 0, piece);
            case 2 -> splice(bytes, at, 1, token);
            case 3 -> splice(bytes, at, 1, new byte[] {(byte) random.nextInt(256)});
            default -> splice(bytes, at, 0, "9".repeat(random.nextInt(1200)).getBytes(StandardCharsets.UTF_8));
        };
    }

    private static byte[] splice(byte[] bytes, int at, int cut, byte[] insert) {
        byte[] result = new byte[bytes.length - cut + insert.length];
        System.arraycopy(bytes, 0, result, 0, at);
        System.arraycopy(insert, 0, result, at, insert.length);
        System.arraycopy(bytes, at + cut, result, at + insert.length, bytes.length - at - cut);
        return result;
    }

    private static void decodeAll(byte[] bytes) {
        AnswerCodec composite = new AnswerCodec(ControllerType.COMPOSITE, HookVersion.V1, false);
        AnswerCodec decorator = new AnswerCodec(ControllerType.DECORATOR, HookVersion.V2, true);
        decode(() -> {
            SyncAnswer answer = composite.decodeSync(HookType.SYNC, new JsonText(bytes));
            RequestCodec.decode(
                    AnswerCodec.encode(ControllerType.COMPOSITE, answer).bytes());
        });
        decode(() -> decorator.decodeSync(HookType.FINALIZE, new JsonText(bytes)));
        decode(() -> AnswerCodec.encode(composite.decodeCustomize(new JsonText(bytes))));
        decode(() -> RequestCodec.encode(RequestCodec.decode(bytes)).bytes());
    }

    private static void decode(Runnable decoding) {
        try {
            decoding.run();
        } catch (DecodeException e) {
            // refused, which is fine
        }
    }
}
