package io.hookline.cli.init;

import java.util.Set;

/** Names that a generated hook cannot use for the function of a child: words of its language, and what the hook uses itself. */
final class TakenNames {

    private static final Set<String> IN_JAVA = words("""
            abstract assert boolean break byte case catch char class const continue default do double else enum extends
            false final finally float for goto if implements import instanceof int interface long native new null package
            private protected public return short static strictfp super switch synchronized this throw throws transient
            true try void volatile while
            labels status sync decorate attachmentName""");

    private static final Set<String> IN_PYTHON = words("""
            and as assert async await break class continue def del elif else except finally for from global if import in
            is lambda nonlocal not or pass raise return try while with yield
            labels status sync attachment_name request parent target children attachments workload""");

    private static final Set<String> IN_JAVASCRIPT = words("""
            await break case catch class const continue debugger default delete do else enum export extends false finally
            for function if implements import in instanceof interface let new null package private protected public
            return static super switch this throw true try typeof var void while with yield arguments eval
            labels status sync attachmentName console exports parent object children attachments""");

    private static final Set<String> IN_JQ = words("""
            __loc__ and as catch def elif else end foreach if import include label module not or reduce then try
            labels status attachment_name has""");

    private static final Set<String> IN_GO = words("""
            any append bool break byte cap case chan clear close complex const continue copy default defer delete else
            error fallthrough false float for func go goto if import init int interface iota len list main make map max
            metadata min new nil object observed package panic parent print println range real recover request return
            rune select spec string struct switch true type uint var
            answer attachmentName decorated labels read decode selector status sync target in
            filepath json log os reflect strings testing""");

    private TakenNames() {}

    private static Set<String> words(String text) {
        return Set.of(text.strip().split("\\s+"));
    }

    /** Whether a function of this name would not compile, or would replace something that the hook needs. */
    static boolean contain(Language language, String function) {
        return switch (language) {
            case JAVA -> IN_JAVA.contains(function);
            case PYTHON -> IN_PYTHON.contains(function);
            case JAVASCRIPT -> IN_JAVASCRIPT.contains(function);
            case GO -> IN_GO.contains(function);
            case BASH -> IN_JQ.contains(function);
        };
    }
}
