package io.hookline.hook.protocol;

/** Which of the two kinds of controllers asks; it decides the field names of requests and answers. */
public enum ControllerType {
    COMPOSITE("CompositeController", "parent", "children"),
    DECORATOR("DecoratorController", "object", "attachments");

    private final String kind;
    private final String parentField;
    private final String childrenField;

    ControllerType(String kind, String parentField, String childrenField) {
        this.kind = kind;
        this.parentField = parentField;
        this.childrenField = childrenField;
    }

    /** The kind of the controller object. */
    public String kind() {
        return kind;
    }

    /** The field of sync and finalize requests that holds the parent; customize requests always say {@code parent}. */
    public String parentField() {
        return parentField;
    }

    /** The field of requests and answers that holds the children. */
    public String childrenField() {
        return childrenField;
    }
}
