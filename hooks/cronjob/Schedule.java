import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.time.temporal.ChronoUnit;
import java.util.BitSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * A cron schedule with its five fields, in a time zone.
 *
 * <p>A minute matches if the clocks of the time zone show a matching time. So when clocks go forward, times that are skipped have no
 * start; when they go back, times that are repeated have two.
 */
final class Schedule {

    private static final Map<String, String> NICKNAMES = Map.of(
            "@yearly", "0 0 1 1 *",
            "@annually", "0 0 1 1 *",
            "@monthly", "0 0 1 * *",
            "@weekly", "0 0 * * 0",
            "@daily", "0 0 * * *",
            "@midnight", "0 0 * * *",
            "@hourly", "0 * * * *");

    private static final List<String> MONTHS =
            List.of("JAN", "FEB", "MAR", "APR", "MAY", "JUN", "JUL", "AUG", "SEP", "OCT", "NOV", "DEC");
    private static final List<String> DAYS = List.of("SUN", "MON", "TUE", "WED", "THU", "FRI", "SAT");
    private static final int SUNDAY = 7;

    /** The longest time between two starts: from 29 February to the next one, in a century without a leap day. */
    private static final int LONGEST_PAUSE_YEARS = 8;

    private final BitSet minutes;
    private final BitSet hours;
    private final BitSet daysOfMonth;
    private final BitSet months;
    private final BitSet daysOfWeek;
    private final boolean eitherDay;
    private final ZoneId zone;

    private Schedule(String[] fields, ZoneId zone) {
        this.minutes = new CronField("minute", 0, 59, 0, List.of()).parse(fields[0]);
        this.hours = new CronField("hour", 0, 23, 0, List.of()).parse(fields[1]);
        this.daysOfMonth = new CronField("day of month", 1, 31, 1, List.of()).parse(fields[2]);
        this.months = new CronField("month", 1, 12, 1, MONTHS).parse(fields[3]);
        this.daysOfWeek = new CronField("day of week", 0, SUNDAY, 0, DAYS).parse(fields[4]);
        if (daysOfWeek.get(0)) {
            daysOfWeek.set(SUNDAY); // both numbers are Sunday
        }
        this.eitherDay = !fields[2].equals("*") && !fields[4].equals("*");
        this.zone = zone;
    }

    /**
     * Parses a schedule such as {@code 30 6 * * MON-FRI} or {@code @daily}.
     *
     * @throws IllegalArgumentException with a message for users, if the schedule or the time zone is not valid
     */
    static Schedule parse(String text, String timeZone) {
        String[] fields = NICKNAMES
                .getOrDefault(text.strip().toLowerCase(Locale.ROOT), text.strip())
                .split("\\s+");
        if (fields.length != 5) {
            throw new IllegalArgumentException(
                    "schedule \"" + text + "\" has " + fields.length
                            + " fields; it needs five (minute, hour, day of month, month, day of week), or a nickname such as @daily");
        }
        return new Schedule(fields, zone(timeZone));
    }

    private static ZoneId zone(String name) {
        if (!ZoneId.getAvailableZoneIds().contains(name)) {
            throw new IllegalArgumentException(
                    "time zone \"" + name + "\" is unknown; use a name such as Europe/Berlin");
        }
        return ZoneId.of(name);
    }

    /** The first start after a time; empty if the schedule has no start, such as 31 February. */
    Optional<Instant> next(Instant after) {
        ZonedDateTime time = after.atZone(zone).truncatedTo(ChronoUnit.MINUTES).plusMinutes(1);
        LocalDate end = time.toLocalDate().plusYears(LONGEST_PAUSE_YEARS).plusDays(1);
        while (time.toLocalDate().isBefore(end)) {
            if (!matches(time.toLocalDate())) {
                time = time.toLocalDate().plusDays(1).atStartOfDay(zone);
            } else if (hours.get(time.getHour()) && minutes.get(time.getMinute())) {
                return Optional.of(time.toInstant());
            } else {
                time = time.plusMinutes(1);
            }
        }
        return Optional.empty();
    }

    /** If both day of month and day of week are restricted, one of them is enough: that is the rule of cron. */
    private boolean matches(LocalDate date) {
        boolean dayOfMonth = daysOfMonth.get(date.getDayOfMonth());
        boolean dayOfWeek = daysOfWeek.get(date.getDayOfWeek().getValue());
        return months.get(date.getMonthValue()) && (eitherDay ? dayOfMonth || dayOfWeek : dayOfMonth && dayOfWeek);
    }
}
