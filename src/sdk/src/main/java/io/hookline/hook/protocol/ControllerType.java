package io.hookline.hook.protocol;

/** The kind of the controller that calls a hook; it determines the field names of requests and answers. */
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

    /**
     * The field of sync and finalize requests that holds the parent; in customize requests it is always {@code parent}.
     */
    public String parentField() {
        return parentField;
    }

    /** The field of requests and answers that holds the children. */
    public String childrenField() {
        return childrenField;
    }
}
