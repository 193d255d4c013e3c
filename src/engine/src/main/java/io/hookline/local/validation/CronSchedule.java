package io.hookline.local.validation;

import io.hookline.spec.GoDuration;
import java.util.List;
import java.util.Locale;

/** Reads the schedule of a CronJob: five fields, or a word such as {@code @daily}. */
final class CronSchedule {

    private static final List<String> WORDS =
            List.of("@yearly", "@annually", "@monthly", "@weekly", "@daily", "@midnight", "@hourly");

    private static final List<Field> FIELDS = List.of(
            new Field(0, 59, List.of()), // minutes
            new Field(0, 23, List.of()), // hours
            new Field(1, 31, List.of()), // days of the month
            new Field(
                    1, 12, List.of("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")),
            new Field(0, 6, List.of("sun", "mon", "tue", "wed", "thu", "fri", "sat"))); // days of the week

    private CronSchedule() {}

    /** The numbers that a field may have, and the names of them in their order. */
    private record Field(int least, int most, List<String> names) {

        /** Requires a list of ranges, such as {@code 1-5,10,20-50/5}. */
        void require(String text) {
            for (String range : text.split(",", -1)) {
                if (!range.isEmpty()) {
                    requireRange(range);
                }
            }
        }

        private void requireRange(String range) {
            String[] parts = range.split("/", -1);
            String[] ends = parts[0].split("-", -1);
            boolean all = ends[0].equals("*") || ends[0].equals("?");
            if (!all && ends.length > 2) {
                throw new IllegalArgumentException("too many hyphens: " + range);
            }
            int start = all ? least : number(ends[0]);
            int end = all ? most : number(ends[ends.length - 1]);
            if (parts.length > 2) {
                throw new IllegalArgumentException("too many slashes: " + range);
            }
            if (parts.length == 2 && count(parts[1]) == 0) {
                throw new IllegalArgumentException("step of range should be a positive number: " + range);
            }
            if (start < least || end > most || start > end) {
                throw new IllegalArgumentException("not a range within " + least + "-" + most + ": " + range);
            }
        }

        private int number(String text) {
            int named = names.indexOf(text.toLowerCase(Locale.ROOT));
            return named < 0 ? count(text) : least + named;
        }

        private static int count(String text) {
            if (!text.matches("\\+?[0-9]{1,9}|-0+")) {
                throw new IllegalArgumentException("not a number: \"" + text + "\"");
            }
            return Integer.parseInt(text);
        }
    }

    /**
     * Requires a schedule that can be read.
     *
     * @throws IllegalArgumentException with what is wrong
     */
    static void require(String schedule) {
        if (schedule.startsWith("@every ")) {
            GoDuration.parse(schedule.substring("@every ".length()));
        } else if (schedule.startsWith("@")) {
            if (!WORDS.contains(schedule)) {
                throw new IllegalArgumentException("unrecognized descriptor: " + schedule);
            }
        } else {
            String[] fields = schedule.strip().split("\\s+", -1);
            if (fields.length != FIELDS.size()) {
                throw new IllegalArgumentException("expected exactly 5 fields, found " + fields.length);
            }
            for (int i = 0; i < fields.length; i++) {
                FIELDS.get(i).require(fields[i]);
            }
        }
    }
}
