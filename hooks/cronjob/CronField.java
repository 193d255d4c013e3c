import java.util.BitSet;
import java.util.List;
import java.util.Locale;

/**
 * One field of a cron schedule: {@code *}, a value, a range {@code 1-5}, any of them with a step {@code 0-30/10}, or a list of these.
 *
 * @param names names of values, the first for {@code firstName}; empty if the field has only numbers
 */
record CronField(String field, int lowest, int highest, int firstName, List<String> names) {

    /**
     * Returns the values of the field.
     *
     * @throws IllegalArgumentException if the field is not valid
     */
    BitSet parse(String text) {
        BitSet values = new BitSet();
        for (String part : text.split(",", -1)) {
            add(values, part);
        }
        return values;
    }

    private void add(BitSet values, String part) {
        int slash = part.indexOf('/');
        String range = slash < 0 ? part : part.substring(0, slash);
        int step = slash < 0 ? 1 : number(part.substring(slash + 1), part);
        int dash = range.indexOf('-');
        int from = range.equals("*") ? lowest : value(dash < 0 ? range : range.substring(0, dash), part);
        int to = from;
        if (range.equals("*") || dash < 0 && slash >= 0) {
            to = highest; // 5/15 means from 5 to the end
        } else if (dash >= 0) {
            to = value(range.substring(dash + 1), part);
        }
        if (from > to || step < 1) {
            throw invalid(part);
        }
        for (int value = from; value <= to; value += step) {
            values.set(value);
        }
    }

    private int value(String text, String part) {
        int name = names.indexOf(text.toUpperCase(Locale.ROOT));
        int value = name < 0 ? number(text, part) : firstName + name;
        if (value < lowest || value > highest) {
            throw invalid(part);
        }
        return value;
    }

    private int number(String text, String part) {
        if (!text.matches("[0-9]{1,4}")) {
            throw invalid(part);
        }
        return Integer.parseInt(text);
    }

    private IllegalArgumentException invalid(String part) {
        return new IllegalArgumentException(
                "schedule: \"" + part + "\" is not valid for " + field + "; use " + lowest + " to "
                        + highest + (names.isEmpty() ? "" : " or " + names.getFirst() + " to " + names.getLast())
                        + ", *, a range such as " + (lowest + 1) + "-" + (lowest + 3) + ", and a step such as */2");
    }
}
