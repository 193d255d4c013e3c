package io.hookline.cli.init;

/**
 * One file of a new project.
 *
 * @param path relative to the project's folder, with slashes
 * @param purpose what it is for, in a few words; empty for a file that users need not know
 */
record GeneratedFile(String path, String purpose, String text) {

    /** Whether users can start it: it names its interpreter. */
    boolean isProgram() {
        return text.startsWith("#!");
    }
}
