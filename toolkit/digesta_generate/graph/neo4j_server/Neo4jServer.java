import java.io.OutputStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.neo4j.configuration.GraphDatabaseSettings;
import org.neo4j.configuration.connectors.BoltConnector;
import org.neo4j.configuration.helpers.SocketAddress;
import org.neo4j.dbms.api.DatabaseManagementServiceBuilder;

/** Neo4j Community behind Bolt on the loopback, until stdin ends. HOME PORT; NEO4J_PASSWORD, if any. */
public final class Neo4jServer {
    public static void main(String[] arguments) {
        var status = 0;
        try {
            serve(Path.of(arguments[0]), Integer.parseInt(arguments[1]),
                System.getenv().getOrDefault("NEO4J_PASSWORD", ""));
        } catch (Exception problem) {
            problem.printStackTrace();
            status = 1;
        }
        System.exit(status); // Neo4j's own threads would keep the process
    }

    private static void serve(Path home, int port, String password) throws Exception {
        var server = new DatabaseManagementServiceBuilder(home)
            .setConfig(BoltConnector.enabled, true)
            .setConfig(BoltConnector.listen_address, new SocketAddress("127.0.0.1", port))
            .setConfig(GraphDatabaseSettings.auth_enabled, !password.isEmpty())
            .setConfig(GraphDatabaseSettings.udc_enabled, false)
            .setConfig(GraphDatabaseSettings.shutdown_transaction_end_timeout, Duration.ofSeconds(1))
            .build();
        Runtime.getRuntime().addShutdownHook(new Thread(server::shutdown));
        if (!password.isEmpty()) {
            server.database("system").executeTransactionally( // ALTER refuses the password that it has
                "CREATE OR REPLACE USER neo4j SET PLAINTEXT PASSWORD $password CHANGE NOT REQUIRED",
                Map.of("password", password));
        }
        System.out.println("ready");
        System.in.transferTo(OutputStream.nullOutputStream());
    }
}
