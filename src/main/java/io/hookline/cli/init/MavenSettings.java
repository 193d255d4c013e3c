package io.hookline.cli.init;

import io.hookline.cli.terminal.CliErrors;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import javax.xml.XMLConstants;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.w3c.dom.Document;
import org.w3c.dom.NodeList;
import org.xml.sax.SAXException;

/** What Maven's settings of a user say. */
final class MavenSettings {

    private MavenSettings() {}

    /**
     * The local repository of a user.
     *
     * @throws CliErrors.CommandFailed if the settings cannot be read, or use a property other than those of the user and the environment
     */
    static Path localRepository(Path userHome) {
        Path maven = userHome.resolve(".m2");
        Path settings = maven.resolve("settings.xml");
        String configured = Files.isRegularFile(settings) ? configured(settings) : "";
        if (configured.isEmpty()) {
            return maven.resolve("repository");
        }
        String path =
                configured.replace("${user.home}", userHome.toString()).replace("${env.HOME}", userHome.toString());
        if (path.contains("${")) {
            throw new CliErrors.CommandFailed(
                    settings + ": cannot tell the local repository from " + configured + "; name it with --repository");
        }
        return Path.of(path);
    }

    private static String configured(Path settings) {
        try {
            DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
            factory.setFeature(XMLConstants.FEATURE_SECURE_PROCESSING, true);
            factory.setAttribute(XMLConstants.ACCESS_EXTERNAL_DTD, "");
            var builder = factory.newDocumentBuilder();
            builder.setErrorHandler(null); // the exception says the same
            Document document = builder.parse(settings.toFile());
            NodeList found = document.getDocumentElement().getChildNodes();
            for (int i = 0; i < found.getLength(); i++) {
                if (found.item(i).getNodeName().equals("localRepository")) {
                    return found.item(i).getTextContent().strip();
                }
            }
            return "";
        } catch (IOException | SAXException | ParserConfigurationException e) {
            throw new CliErrors.CommandFailed(settings + ": " + e.getMessage());
        }
    }
}
