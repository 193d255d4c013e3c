import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** The times of cron schedules. */
class ScheduleTest {

    /** The first starts after a time, as local times of the zone. */
    private static List<String> starts(String schedule, String zone, String after, int count) {
        Schedule parsed = Schedule.parse(schedule, zone);
        List<String> starts = new ArrayList<>();
        Optional<Instant> next = Optional.of(Instant.parse(after));
        while (starts.size() < count) {
            next = parsed.next(next.orElseThrow());
            starts.add(next.orElseThrow().toString().replace(":00Z", ""));
        }
        return starts;
    }

    private static String first(String schedule, String after) {
        return starts(schedule, "UTC", after, 1).getFirst();
    }

    @Test
    void everyMinuteIsTheNextFullMinute() {
        assertThat(starts("* * * * *", "UTC", "2026-01-01T10:00:00Z", 2))
                .containsExactly("2026-01-01T10:01", "2026-01-01T10:02");
        assertThat(first("* * * * *", "2026-01-01T10:00:59.999Z")).isEqualTo("2026-01-01T10:01");
    }

    @Test
    void aStartIsAlwaysLaterThanTheTime() {
        assertThat(first("30 6 * * *", "2026-01-01T06:29:59Z")).isEqualTo("2026-01-01T06:30");
        assertThat(first("30 6 * * *", "2026-01-01T06:30:00Z")).isEqualTo("2026-01-02T06:30");
    }

    @Test
    void stepsRangesAndListsCanBeCombined() {
        assertThat(starts("*/20 8-9 * * *", "UTC", "2026-01-01T00:00:00Z", 7))
                .containsExactly(
                        "2026-01-01T08:00",
                        "2026-01-01T08:20",
                        "2026-01-01T08:40",
                        "2026-01-01T09:00",
                        "2026-01-01T09:20",
                        "2026-01-01T09:40",
                        "2026-01-02T08:00");
        assertThat(starts("5,10-30/10 0 * * *", "UTC", "2026-01-01T00:00:00Z", 5))
                .containsExactly(
                        "2026-01-01T00:05",
                        "2026-01-01T00:10",
                        "2026-01-01T00:20",
                        "2026-01-01T00:30",
                        "2026-01-02T00:05");
        assertThat(starts("50/5 0 * * *", "UTC", "2026-01-01T00:00:00Z", 3))
                .containsExactly("2026-01-01T00:50", "2026-01-01T00:55", "2026-01-02T00:50");
    }

    @Test
    void monthsAndDaysHaveNamesInAnyCase() {
        assertThat(starts("0 0 1 feb,DEC *", "UTC", "2026-01-15T00:00:00Z", 3))
                .containsExactly("2026-02-01T00:00", "2026-12-01T00:00", "2027-02-01T00:00");
        assertThat(starts("0 9 * * Mon-Fri", "UTC", "2026-01-02T08:00:00Z", 3)) // a Friday
                .containsExactly("2026-01-02T09:00", "2026-01-05T09:00", "2026-01-06T09:00");
    }

    @Test
    void bothZeroAndSevenAreSunday() {
        assertThat(starts("0 0 * * 0", "UTC", "2026-01-01T00:00:00Z", 2))
                .containsExactly("2026-01-04T00:00", "2026-01-11T00:00")
                .isEqualTo(starts("0 0 * * 7", "UTC", "2026-01-01T00:00:00Z", 2))
                .isEqualTo(starts("0 0 * * SUN", "UTC", "2026-01-01T00:00:00Z", 2));
        assertThat(starts("0 0 * * 6-7", "UTC", "2026-01-01T00:00:00Z", 3))
                .containsExactly("2026-01-03T00:00", "2026-01-04T00:00", "2026-01-10T00:00");
    }

    @Test
    void ifBothDaysAreRestrictedOneOfThemIsEnough() {
        assertThat(starts("0 0 13 * FRI", "UTC", "2026-02-01T00:00:00Z", 5)) // 13 February is a Friday
                .containsExactly(
                        "2026-02-06T00:00",
                        "2026-02-13T00:00",
                        "2026-02-20T00:00",
                        "2026-02-27T00:00",
                        "2026-03-06T00:00");
        assertThat(starts("0 0 1,15 * WED", "UTC", "2026-01-01T00:00:00Z", 3))
                .containsExactly("2026-01-07T00:00", "2026-01-14T00:00", "2026-01-15T00:00");
        assertThat(starts("0 0 13 * *", "UTC", "2026-02-01T00:00:00Z", 2))
                .containsExactly("2026-02-13T00:00", "2026-03-13T00:00");
    }

    @Test
    void aMonthWithoutTheDayHasNoStart() {
        assertThat(starts("0 0 31 * *", "UTC", "2026-01-01T00:00:00Z", 4))
                .containsExactly("2026-01-31T00:00", "2026-03-31T00:00", "2026-05-31T00:00", "2026-07-31T00:00");
        assertThat(starts("59 23 28-31 2 *", "UTC", "2027-02-28T00:00:00Z", 3))
                .containsExactly("2027-02-28T23:59", "2028-02-28T23:59", "2028-02-29T23:59");
    }

    @Test
    void theLeapDayIsFoundAcrossACenturyWithoutOne() {
        assertThat(first("0 0 29 2 *", "2026-01-01T00:00:00Z")).isEqualTo("2028-02-29T00:00");
        assertThat(first("0 0 29 2 *", "2096-02-29T00:00:00Z")).isEqualTo("2104-02-29T00:00");
    }

    @Test
    void aDateThatDoesNotExistHasNoStart() {
        assertThat(Schedule.parse("0 0 31 2 *", "UTC").next(Instant.parse("2026-01-01T00:00:00Z")))
                .isEmpty();
    }

    @Test
    void aTimeZoneMovesTheStarts() {
        assertThat(starts("0 6 * * *", "America/New_York", "2026-01-01T00:00:00Z", 1))
                .containsExactly("2026-01-01T11:00");
        assertThat(starts("0 6 * * *", "Asia/Kolkata", "2026-01-01T00:00:00Z", 2))
                .containsExactly("2026-01-01T00:30", "2026-01-02T00:30");
        assertThat(starts("0 0 1 * *", "Asia/Tokyo", "2026-01-31T14:00:00Z", 1)).containsExactly("2026-01-31T15:00");
    }

    @Test
    void aStartKeepsItsLocalTimeWhenSummerTimeBeginsAndEnds() {
        assertThat(starts("0 6 * * *", "Europe/Berlin", "2026-03-27T12:00:00Z", 3))
                .containsExactly("2026-03-28T05:00", "2026-03-29T04:00", "2026-03-30T04:00");
        assertThat(starts("0 6 * * *", "Europe/Berlin", "2026-10-24T00:00:00Z", 3))
                .containsExactly("2026-10-24T04:00", "2026-10-25T05:00", "2026-10-26T05:00");
    }

    @Test
    void aTimeThatTheClocksSkipHasNoStart() {
        // In Berlin, 29 March 2026 has no time from 02:00 to 03:00.
        assertThat(starts("30 2 * * *", "Europe/Berlin", "2026-03-28T00:00:00Z", 2))
                .containsExactly("2026-03-28T01:30", "2026-03-30T00:30");
        assertThat(starts("0 * * * *", "Europe/Berlin", "2026-03-29T00:00:00Z", 2))
                .containsExactly("2026-03-29T01:00", "2026-03-29T02:00");
    }

    @Test
    void aTimeThatTheClocksRepeatHasTwoStarts() {
        // In Berlin, 25 October 2026 has the time from 02:00 to 03:00 twice.
        assertThat(starts("30 2 * * *", "Europe/Berlin", "2026-10-24T12:00:00Z", 3))
                .containsExactly("2026-10-25T00:30", "2026-10-25T01:30", "2026-10-26T01:30");
    }

    @Test
    void clocksThatChangeAtMidnightOrByHalfAnHourAreFollowed() {
        // In Beirut, 29 March 2026 begins at 01:00. On Lord Howe Island, 02:00 to 02:30 is skipped on 4 October 2026.
        assertThat(starts("0 0 * * *", "Asia/Beirut", "2026-03-28T12:00:00Z", 1)).containsExactly("2026-03-29T21:00");
        assertThat(starts("15,45 2 * * *", "Australia/Lord_Howe", "2026-10-03T15:00:00Z", 2))
                .containsExactly("2026-10-03T15:45", "2026-10-04T15:15");
    }

    @Test
    void nicknamesStandForSchedules() {
        assertThat(first("@yearly", "2026-05-05T05:05:00Z")).isEqualTo("2027-01-01T00:00");
        assertThat(first("@monthly", "2026-05-05T05:05:00Z")).isEqualTo("2026-06-01T00:00");
        assertThat(first("@weekly", "2026-05-05T05:05:00Z")).isEqualTo("2026-05-10T00:00");
        assertThat(first("@daily", "2026-05-05T05:05:00Z")).isEqualTo("2026-05-06T00:00");
        assertThat(first("@hourly", "2026-05-05T05:05:00Z")).isEqualTo("2026-05-05T06:00");
    }

    @Test
    void aScheduleThatIsNotValidIsRefusedWithThePartThatIsWrong() {
        List<String> wrong = List.of(
                "60 * * * *", "* 24 * * *", "* * 0 * *", "* * 32 * *", "* * * 13 *", "* * * * 8", "*/0 * * * *",
                "30-10 * * * *", "1- * * * *", "-5 * * * *", "1,,2 * * * *", "a * * * *", "* * * JAN-13 *",
                "* * * * MON-", "JAN * * * *", "99999999999 * * * *", "* * ** * *", "*/ * * * *");
        for (String schedule : wrong) {
            assertThatThrownBy(() -> Schedule.parse(schedule, "UTC"))
                    .as(schedule)
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("is not valid for");
        }
    }

    @Test
    void anotherNumberOfFieldsOrAnUnknownTimeZoneIsRefused() {
        assertThatThrownBy(() -> Schedule.parse("* * * *", "UTC")).hasMessageContaining("has 4 fields; it needs five");
        assertThatThrownBy(() -> Schedule.parse("@often", "UTC")).hasMessageContaining("has 1 fields");
        assertThatThrownBy(() -> Schedule.parse("* * * * *", "Mars/Base"))
                .hasMessageContaining("time zone \"Mars/Base\" is unknown");
    }
}
