package io.hookline.hook.protocol;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.databind.BeanDescription;
import com.fasterxml.jackson.databind.DeserializationConfig;
import com.fasterxml.jackson.databind.JavaType;
import com.fasterxml.jackson.databind.introspect.BeanPropertyDefinition;
import java.lang.reflect.RecordComponent;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Finds the fields of a JSON object that Jackson reads into a class. */
public final class ReadFields {
    private ReadFields() {}

    /** Returns them in Jackson's order, without those that annotations exclude. */
    public static List<BeanPropertyDefinition> of(DeserializationConfig config, JavaType type) {
        BeanDescription bean = config.introspect(type);
        Set<String> ignored = new HashSet<>(config.getDefaultPropertyIgnorals(type.getRawClass(), bean.getClassInfo())
                .findIgnoredForDeserialization());
        Set<String> ignoredComponents = ignoredComponents(type.getRawClass());
        return bean.findProperties().stream()
                .filter(BeanPropertyDefinition::couldDeserialize)
                .filter(field ->
                        !ignored.contains(field.getName()) && !ignoredComponents.contains(field.getInternalName()))
                .toList();
    }

    /** Jackson keeps ignored components among the fields, because the constructor has them; it passes null for them. */
    private static Set<String> ignoredComponents(Class<?> type) {
        Set<String> names = new HashSet<>();
        if (type.isRecord()) {
            for (RecordComponent component : type.getRecordComponents()) {
                JsonIgnore ignore = component.getAccessor().getAnnotation(JsonIgnore.class);
                if (ignore != null && ignore.value()) {
                    names.add(component.getName());
                }
            }
        }
        return names;
    }
}
