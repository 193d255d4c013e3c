package io.hookline.local.print;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The columns of all built-in kinds. */
public final class BuiltInColumns {
    private BuiltInColumns() {}

    /** By {@code plural.group}. */
    public static Map<String, List<TableColumn>> byGroupResource() {
        Map<String, List<TableColumn>> columns = new HashMap<>();
        columns.putAll(CoreV1Columns.byGroupResource());
        columns.putAll(WorkloadColumns.byGroupResource());
        columns.putAll(NetworkingColumns.byGroupResource());
        columns.putAll(PolicyColumns.byGroupResource());
        columns.putAll(RbacColumns.byGroupResource());
        return columns;
    }
}
