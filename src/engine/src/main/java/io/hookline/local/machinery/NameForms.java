package io.hookline.local.machinery;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/** The forms of names, with the messages of the API server about names that do not have them. */
public final class NameForms {

    private static final String LABEL = "[a-z0-9]([-a-z0-9]*[a-z0-9])?";
    private static final String SUBDOMAIN = LABEL + "(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*";
    private static final Pattern LABEL_PATTERN = Pattern.compile(LABEL);
    private static final Pattern LETTER_LABEL_PATTERN = Pattern.compile("[a-z]([-a-z0-9]*[a-z0-9])?");
    private static final Pattern SUBDOMAIN_PATTERN = Pattern.compile(SUBDOMAIN);
    private static final Pattern QUALIFIED_PATTERN = Pattern.compile("([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]");

    private static final String LABEL_RULE =
            "a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start and"
                    + " end with an alphanumeric character (e.g. 'my-name',  or '123-abc', regex used for validation is '"
                    + LABEL + "')";
    private static final String LETTER_LABEL_RULE =
            "a DNS-1035 label must consist of lower case alphanumeric characters or '-', start with an alphabetic"
                    + " character, and end with an alphanumeric character (e.g. 'my-name',  or 'abc-123', regex used"
                    + " for validation is '[a-z]([-a-z0-9]*[a-z0-9])?')";
    private static final String SUBDOMAIN_RULE =
            "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must"
                    + " start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is '"
                    + SUBDOMAIN + "')";
    private static final String QUALIFIED_RULE =
            "name part must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an"
                    + " alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is"
                    + " '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')";
    private static final String VALUE_RULE =
            "a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', and must"
                    + " start and end with an alphanumeric character (e.g. 'MyValue',  or 'my_value',  or '12345', regex"
                    + " used for validation is '(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?')";

    private NameForms() {}

    /** Returns the errors in a name of letters in lower case, digits and hyphens. */
    public static List<String> label(String name) {
        boolean dotted = !LABEL_PATTERN.matcher(name).matches()
                && SUBDOMAIN_PATTERN.matcher(name).matches();
        return problems(name, 63, LABEL_PATTERN, dotted ? "must not contain dots" : LABEL_RULE);
    }

    /** Returns the errors in a name that consists of labels with dots between them. */
    public static List<String> subdomain(String name) {
        return problems(name, 253, SUBDOMAIN_PATTERN, SUBDOMAIN_RULE);
    }

    /** Returns the errors in a name that starts with a letter, such as that of a version, a Service or a kind in lower case. */
    public static List<String> versionLabel(String name) {
        return problems(name, 63, LETTER_LABEL_PATTERN, LETTER_LABEL_RULE);
    }

    /** Returns the errors in the value of a label. */
    public static List<String> labelValue(String value) {
        return value.isEmpty() ? List.of() : problems(value, 63, QUALIFIED_PATTERN, VALUE_RULE);
    }

    /** Returns the errors in the key of a label or annotation, in a finalizer, or in the name of a resource. */
    public static List<String> qualified(String key) {
        List<String> problems = new ArrayList<>();
        int slash = key.indexOf('/');
        if (slash != key.lastIndexOf('/')) {
            problems.add(
                    "a valid label key must consist of alphanumeric characters, '-', '_' or '.', and must start and"
                            + " end with an alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for"
                            + " validation is '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]') with an optional DNS subdomain prefix"
                            + " and '/' (e.g. 'example.com/MyName')");
            return problems;
        }
        if (slash == 0) {
            problems.add("prefix part must be non-empty");
        } else if (slash > 0) {
            subdomain(key.substring(0, slash)).forEach(problem -> problems.add("prefix part " + problem));
        }
        String name = key.substring(slash + 1);
        if (name.isEmpty()) {
            problems.add("name part must be non-empty");
        } else if (name.length() > 63) {
            problems.add("name part must be no more than 63 bytes");
        }
        if (!QUALIFIED_PATTERN.matcher(name).matches()) {
            problems.add(QUALIFIED_RULE);
        }
        return problems;
    }

    private static List<String> problems(String value, int most, Pattern pattern, String rule) {
        List<String> problems = new ArrayList<>();
        if (value.length() > most) {
            problems.add("must be no more than " + most + " bytes");
        }
        if (!pattern.matcher(value).matches()) {
            problems.add(rule);
        }
        return problems;
    }

    /** Returns the errors in a name that is a part of a path. */
    public static List<String> pathSegment(String name) {
        if (name.equals(".") || name.equals("..")) {
            return List.of("may not be '" + name + "'");
        }
        List<String> problems = new ArrayList<>();
        for (String illegal : List.of("/", "%")) {
            if (name.contains(illegal)) {
                problems.add("may not contain '" + illegal + "'");
            }
        }
        return problems;
    }
}
