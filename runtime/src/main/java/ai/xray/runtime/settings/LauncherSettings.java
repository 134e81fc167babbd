package ai.xray.runtime.settings;

import org.osgi.service.metatype.annotations.AttributeDefinition;
import org.osgi.service.metatype.annotations.AttributeType;
import org.osgi.service.metatype.annotations.ObjectClassDefinition;
import org.osgi.service.metatype.annotations.Option;

/** The settings of the launcher itself. Read as a metatype document, like those of components. */
@ObjectClassDefinition(
        id = "ai.xray.runtime.settings.LauncherSettings",
        name = "Server",
        description = "Where the server listens and what it runs.")
@interface LauncherSettings {
    @AttributeDefinition(
            name = "config",
            description =
                    "File with settings as 'name: value' lines; default: xray.yaml in the data directory, if it exists.")
    String config() default "";

    @AttributeDefinition(
            name = "data-dir",
            description = "Directory that holds everything the server keeps; one server at a time.")
    String data_dir() default "~/.xray";

    @AttributeDefinition(
            name = "dev",
            type = AttributeType.BOOLEAN,
            description = "Ask nobody who they are; only on a loopback address.")
    boolean dev() default false;

    @AttributeDefinition(
            name = "features",
            description =
                    "Features to enable besides core, separated by commas; what an admin enabled or disabled wins.")
    String[] features() default {"admin"};

    @AttributeDefinition(name = "listen", description = "Address and port to listen on; port 0 takes a free one.")
    String listen() default "127.0.0.1:8080";

    @AttributeDefinition(
            name = "log-format",
            description = "How log lines are written to standard error.",
            options = {@Option(label = "Text", value = "text"), @Option(label = "JSON", value = "json")})
    String log_format() default "text";

    @AttributeDefinition(
            name = "log-level",
            description = "The least severe level that is logged.",
            options = {
                @Option(label = "Error", value = "error"),
                @Option(label = "Warning", value = "warning"),
                @Option(label = "Info", value = "info"),
                @Option(label = "Debug", value = "debug")
            })
    String log_level() default "warning";
}
