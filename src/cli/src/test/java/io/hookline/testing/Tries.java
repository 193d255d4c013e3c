package io.hookline.testing;

import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.function.Function;

/**
 * A statement that is checked on many random inputs. The seed is fixed, so that each run checks the same ones; a failure
 * names it, which try it was, and the input.
 */
public final class Tries {

    /** The statement for each input; it throws if it does not hold. */
    @FunctionalInterface
    public interface Check<T> {
        void accept(T input) throws Exception;
    }

    private final long seed;
    private final int count;

    private Tries(long seed, int count) {
        this.seed = seed;
        this.count = count;
    }

    public static Tries of(int count, long seed) {
        return new Tries(seed, count);
    }

    /** Generated inputs. The same random numbers give the same input. */
    public <T> void forAll(Function<Random, T> generator, Check<T> check) {
        Random seeds = new Random(seed);
        for (int i = 1; i <= count; i++) {
            T input = generator.apply(new Random(seeds.nextLong()));
            Throwable failure = failure(check, input);
            if (failure != null) {
                throw failed(i, input, failure);
            }
        }
    }

    /** The check draws its own random values; its input is the seed. */
    public void forAllSeeds(Check<Long> check) {
        forAll(Random::nextLong, check);
    }

    /** Generated lists. A failing list is reduced as long as it still fails. */
    public <T> void forAllLists(int least, int most, Function<Random, T> element, Check<List<T>> check) {
        Random seeds = new Random(seed);
        for (int i = 1; i <= count; i++) {
            Random random = new Random(seeds.nextLong());
            List<T> input = new ArrayList<>();
            for (int size = random.nextInt(least, most + 1); size > 0; size--) {
                input.add(element.apply(random));
            }
            if (failure(check, input) != null) {
                List<T> smallest = shrunken(check, input);
                throw failed(i, smallest, failure(check, smallest));
            }
        }
    }

    /** Removes halves, then quarters and so on, down to single elements. */
    private static <T> List<T> shrunken(Check<List<T>> check, List<T> failing) {
        List<T> smallest = failing;
        for (int piece = Math.max(1, smallest.size() / 2); piece > 0; piece /= 2) {
            for (int from = 0; from < smallest.size(); ) {
                List<T> without = new ArrayList<>(smallest.subList(0, from));
                without.addAll(smallest.subList(Math.min(smallest.size(), from + piece), smallest.size()));
                if (failure(check, without) != null) {
                    smallest = without;
                } else {
                    from += piece;
                }
            }
        }
        return smallest;
    }

    private static <T> Throwable failure(Check<T> check, T input) {
        try {
            check.accept(input);
            return null;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return e;
        } catch (Exception | AssertionError | StackOverflowError e) {
            return e;
        }
    }

    private AssertionError failed(int number, Object input, Throwable failure) {
        String shown = input instanceof byte[] bytes ? HexFormat.of().formatHex(bytes) : String.valueOf(input);
        return new AssertionError(
                "try %d of %d with seed %d failed on %s: %s"
                        .formatted(number, count, seed, shown, failure.getMessage()),
                failure);
    }
}
