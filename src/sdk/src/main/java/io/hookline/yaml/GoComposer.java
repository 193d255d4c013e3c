package io.hookline.yaml;

import java.util.List;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.comments.CommentLine;
import org.yaml.snakeyaml.composer.Composer;
import org.yaml.snakeyaml.events.ScalarEvent;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.NodeId;
import org.yaml.snakeyaml.nodes.ScalarNode;
import org.yaml.snakeyaml.nodes.Tag;
import org.yaml.snakeyaml.parser.ParserImpl;
import org.yaml.snakeyaml.reader.StreamReader;
import org.yaml.snakeyaml.resolver.Resolver;

/** Composes the nodes of a text. The type of an unquoted scalar without a tag is not resolved here. */
final class GoComposer extends Composer {

    /** A document that contains this tag itself gets the same result as without a tag. */
    private static final Tag UNRESOLVED = new Tag("tag:hookline.io:unresolved");

    /** The tag that makes the following scalar a string. */
    private static final String NON_SPECIFIC = "!";

    GoComposer(String text, LoaderOptions options) {
        super(new ParserImpl(new StreamReader(text), options), new OpenTypes(), options);
    }

    /** Whether a scalar is unquoted and has no tag. */
    static boolean isUnresolved(ScalarNode scalar) {
        return UNRESOLVED.equals(scalar.getTag());
    }

    @Override
    protected Node composeScalarNode(String anchor, List<CommentLine> comments) {
        boolean isString = parser.peekEvent() instanceof ScalarEvent event && NON_SPECIFIC.equals(event.getTag());
        Node node = super.composeScalarNode(anchor, comments);
        if (isString) {
            node.setTag(Tag.STR);
        }
        return node;
    }

    private static final class OpenTypes extends Resolver {

        @Override
        protected void addImplicitResolvers() {
            // empty: see resolve
        }

        @Override
        public Tag resolve(NodeId kind, String value, boolean implicit) {
            return switch (kind) {
                case scalar -> implicit ? UNRESOLVED : Tag.STR;
                case sequence -> Tag.SEQ;
                default -> Tag.MAP;
            };
        }
    }
}
