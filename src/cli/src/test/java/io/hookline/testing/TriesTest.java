package io.hookline.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class TriesTest {

    @Test
    void eachRunChecksTheSameNumberOfEqualInputs() {
        List<Integer> first = new ArrayList<>();
        List<Integer> second = new ArrayList<>();

        Tries.of(100, 7).forAll(random -> random.nextInt(), first::add);
        Tries.of(100, 7).forAll(random -> random.nextInt(), second::add);

        assertThat(first).hasSize(100).isEqualTo(second);
        assertThat(first.stream().distinct().count()).isGreaterThan(90);
    }

    @Test
    void aFailureNamesSeedTryAndInput() {
        assertThatThrownBy(() -> Tries.of(100, 7).forAll(random -> random.nextInt(10), number -> {
                    assertThat(number).as("small").isLessThan(9);
                }))
                .isInstanceOf(AssertionError.class)
                .hasMessageMatching("(?s)try \\d+ of 100 with seed 7 failed on 9: \\[small].*")
                .hasCauseInstanceOf(AssertionError.class);
    }

    @Test
    void ofAListThatFailsTheElementsThatMatterAreLeft() {
        assertThatThrownBy(() -> Tries.of(100, 7).forAllLists(50, 80, random -> random.nextInt(20), numbers -> {
                    if (numbers.contains(3) && numbers.contains(5)) {
                        throw new IllegalStateException("both");
                    }
                }))
                .hasMessageMatching("try \\d+ of 100 with seed 7 failed on \\[[35], [35]]: both");
    }

    @Test
    void listsHaveTheRequestedLength() {
        List<Integer> sizes = new ArrayList<>();

        Tries.of(200, 1).forAllLists(2, 5, random -> random.nextInt(), list -> sizes.add(list.size()));

        assertThat(sizes).contains(2, 3, 4, 5).allMatch(size -> size >= 2 && size <= 5);
    }
}
