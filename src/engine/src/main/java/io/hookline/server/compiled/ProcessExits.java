package io.hookline.server.compiled;

import io.hookline.hook.protocol.HookException;
import java.lang.classfile.Attributes;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.CodeElement;
import java.lang.classfile.CodeModel;
import java.lang.classfile.MethodModel;
import java.lang.classfile.constantpool.MemberRefEntry;
import java.lang.classfile.constantpool.MethodHandleEntry;
import java.lang.classfile.constantpool.PoolEntry;
import java.lang.classfile.instruction.InvokeDynamicInstruction;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.classfile.instruction.LineNumber;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Refuses compiled hooks that call a method that ends the process, because such a call cannot be stopped.
 *
 * <p>Calls by reflection are not found.
 */
public final class ProcessExits {

    private static final Set<String> ENDING =
            Set.of("java/lang/System.exit", "java/lang/Runtime.exit", "java/lang/Runtime.halt");

    private final ClassModel model;

    /** The called methods by line. */
    private final Map<Integer, Set<String>> calls = new TreeMap<>();

    private ProcessExits(ClassModel model) {
        this.model = model;
    }

    /**
     * Checks class files.
     *
     * @param classes class files by binary name
     * @throws HookException with file and line of each call
     */
    public static void refuse(Map<String, byte[]> classes) {
        Set<String> problems = new TreeSet<>();
        classes.values().forEach(code -> {
            ClassModel model = ClassFile.of().parse(code);
            if (refersToEnding(model)) {
                new ProcessExits(model).report(problems);
            }
        });
        if (!problems.isEmpty()) {
            throw new HookException(String.join("\n", problems));
        }
    }

    private static boolean refersToEnding(ClassModel model) {
        for (PoolEntry entry : model.constantPool()) {
            if (entry instanceof MemberRefEntry member && isEnding(member)) {
                return true;
            }
        }
        return false;
    }

    private static boolean isEnding(MemberRefEntry member) {
        return ENDING.contains(
                member.owner().asInternalName() + "." + member.name().stringValue());
    }

    private void report(Set<String> problems) {
        model.methods().forEach(this::check);
        String file = model.findAttribute(Attributes.sourceFile())
                .map(source -> source.sourceFile().stringValue())
                .orElseGet(() -> model.thisClass().asInternalName());
        if (calls.isEmpty()) {
            problems.add(file + ": refers to System.exit, Runtime.exit or Runtime.halt, which would end the server");
        }
        calls.forEach((line, names) -> names.forEach(name -> problems.add(file + ":" + line + ": " + name
                + " would end the server with all its hooks; throw an exception to fail this call")));
    }

    private void check(MethodModel method) {
        int line = 0;
        for (CodeElement element : method.code().map(CodeModel::elementList).orElse(List.of())) {
            switch (element) {
                case LineNumber number -> line = number.line();
                case InvokeInstruction call -> found(call.method(), line);
                case InvokeDynamicInstruction call -> {
                    for (PoolEntry argument : call.invokedynamic().bootstrap().arguments()) {
                        if (argument instanceof MethodHandleEntry handle) {
                            found(handle.reference(), line);
                        }
                    }
                }
                default -> {}
            }
        }
    }

    private void found(MemberRefEntry member, int line) {
        if (isEnding(member)) {
            String owner = member.owner().asInternalName();
            calls.computeIfAbsent(line, _ -> new TreeSet<>())
                    .add(owner.substring(owner.lastIndexOf('/') + 1) + "."
                            + member.name().stringValue());
        }
    }
}
