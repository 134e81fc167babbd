package ai.xray.auth.internal.oauth;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import ai.xray.auth.internal.TestClock;
import ai.xray.json.Json;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ClientDocumentsTest {
    private static final char[] PASSWORD = "changeit".toCharArray();
    private static final String HOST = "client.example";
    private static final AtomicReference<Handler> HANDLER = new AtomicReference<>();
    private static final AtomicInteger REQUESTS = new AtomicInteger();
    private static HttpsServer site;
    private static SSLContext tls;

    private final TestClock clock = new TestClock();
    private final AtomicInteger lookUps = new AtomicInteger();
    private String id;

    private interface Handler {
        void handle(HttpExchange exchange) throws IOException;
    }

    @BeforeAll
    static void startSite(@TempDir Path folder) throws Exception {
        tls = certified(folder.resolve("keys.p12"));
        site = HttpsServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        site.setHttpsConfigurator(new HttpsConfigurator(tls));
        site.createContext("/", exchange -> {
            REQUESTS.incrementAndGet();
            try (exchange) {
                HANDLER.get().handle(exchange);
            }
        });
        site.start();
    }

    @AfterAll
    static void stopSite() {
        site.stop(0);
    }

    @BeforeEach
    void right() {
        id = "https://%s:%d/client.json".formatted(HOST, site.getAddress().getPort());
        HANDLER.set(exchange -> send(exchange, 200, "application/json", document(id)));
        REQUESTS.set(0);
    }

    @Test
    void documentSaysWhoAClientIsAndIsAskedAgainWhenItIsOld() throws Exception {
        ClientDocuments documents = documents();

        Client client = documents.client(id);
        assertThat(client.name()).isEqualTo("Documented");
        assertThat(client.documentHost())
                .contains(HOST + ":" + site.getAddress().getPort());
        documents.client(id);
        assertThat(REQUESTS.get()).isEqualTo(1);

        clock.pass(Duration.ofMinutes(10));
        documents.client(id);
        assertThat(REQUESTS.get()).isEqualTo(2);
    }

    /** Attack 20: where a name leads to an address that is not public, nothing is asked. */
    @Test
    void attack20NameThatLeadsInsideIsNotAsked() {
        DocumentFetcher fetcher = new DocumentFetcher(
                _ -> new InetAddress[] {InetAddress.ofLiteral("8.8.8.8"), InetAddress.getLoopbackAddress()},
                PublicAddresses::contain,
                tls::getSocketFactory,
                Duration.ofSeconds(5));

        refuses(new ClientDocuments(fetcher, clock), id);
        assertThat(REQUESTS.get()).isZero();
    }

    /** Attack 20: ids that are addresses in whatever spelling are no names at all. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "https://169.254.169.254/latest/meta-data",
                "https://127.0.0.1/x",
                "https://localhost/x",
                "https://[::1]/x",
                "https://[::ffff:10.0.0.1]/x",
                "https://2130706433/x",
                "https://0x7f000001/x",
                "https://127.1/x"
            })
    void attack20AddressesInTheIdLeadNowhere(String address) {
        refuses(new ClientDocuments(DocumentFetcher.ofTheInternet(), clock), address);
    }

    /** Attack 20. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "0.0.0.0",
                "10.1.2.3",
                "100.64.0.1",
                "127.0.0.1",
                "169.254.169.254",
                "172.31.0.1",
                "192.168.1.1",
                "192.0.0.1",
                "198.19.0.1",
                "203.0.113.1",
                "224.0.0.1",
                "255.255.255.255",
                "::",
                "::1",
                "::ffff:10.0.0.1",
                "::10.0.0.1",
                "64:ff9b::a00:1",
                "64:ff9b:1::1",
                "2002:a00:1::",
                "2001::1",
                "2001:db8::1",
                "fc00::1",
                "fd12::1",
                "fe80::1",
                "fec0::1",
                "ff02::1",
                "100::1",
                "3fff::1"
            })
    void attack20SpecialAddressesAreNotPublic(String address) {
        assertThat(PublicAddresses.contain(InetAddress.ofLiteral(address))).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"1.1.1.1", "8.8.8.8", "172.32.0.1", "100.128.0.1", "2606:4700::1111", "2a00:1450::1"})
    void addressesOfTheInternetArePublic(String address) {
        assertThat(PublicAddresses.contain(InetAddress.ofLiteral(address))).isTrue();
    }

    /** Attack 21. */
    @ParameterizedTest
    @ValueSource(ints = {301, 302, 303, 307, 308})
    void attack21RedirectsAreNotFollowed(int status) {
        HANDLER.set(exchange -> {
            exchange.getResponseHeaders().set("Location", "https://169.254.169.254/");
            send(exchange, status, "application/json", document(id));
        });

        refuses(documents(), id);
        assertThat(REQUESTS.get()).isEqualTo(1);
    }

    /** Attack 21: the address that was checked is the one that is asked. */
    @Test
    void attack21NameIsLookedUpOnce() throws Exception {
        documents().client(id);

        assertThat(lookUps.get()).isEqualTo(1);
    }

    /** Attack 22. */
    @Test
    void attack22DocumentOfAnotherClientIsRefused() {
        HANDLER.set(exchange -> send(exchange, 200, "application/json", document(id + "x")));

        refuses(documents(), id);
    }

    /** Attack 22. */
    @ParameterizedTest
    @CsvSource({"text/html,{}", "application/json,<html>", "application/json,[]", "application/json,''", "text/json,{}"
    })
    void attack22WhatIsNoJsonObjectIsRefused(String type, String body) {
        HANDLER.set(exchange -> send(exchange, 200, type, body));

        refuses(documents(), id);
    }

    /** Attack 22. */
    @Test
    void attack22HugeDocumentIsRefused() {
        String padded = document(id).replace("Documented", "Documented\",\"x\":\"" + "y".repeat(40_000));
        HANDLER.set(exchange -> send(exchange, 200, "application/json", padded));

        refuses(documents(), id);
    }

    /** Attack 22. */
    @Test
    void attack22SlowDocumentIsGivenUp() {
        CountDownLatch done = new CountDownLatch(1);
        HANDLER.set(exchange -> {
            try {
                done.await(20, TimeUnit.SECONDS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });

        refuses(documents(Duration.ofMillis(300)), id);
        done.countDown();
    }

    /** Attack 22: the certificate must be of the name that was asked. */
    @Test
    void attack22CertificateOfAnotherNameIsRefused() {
        refuses(documents(), id.replace(HOST, "other.example"));
        assertThat(REQUESTS.get()).isZero();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "https://client.example",
                "https://client.example/a/../b",
                "https://client.example/#f",
                "https://client.example/?q",
                "https://user@client.example/a",
                "https://CLIENT.example/a",
                "https://client.example/a\r\nHost: evil"
            })
    void idThatIsNoPlainUrlIsRefused(String wrong) {
        refuses(documents(), wrong);
        assertThat(lookUps.get()).isZero();
    }

    private ClientDocuments documents() {
        return documents(Duration.ofSeconds(10));
    }

    private ClientDocuments documents(Duration longest) {
        DocumentFetcher fetcher = new DocumentFetcher(
                _ -> {
                    lookUps.incrementAndGet();
                    return new InetAddress[] {InetAddress.getLoopbackAddress()};
                },
                _ -> true,
                tls::getSocketFactory,
                longest);
        return new ClientDocuments(fetcher, clock);
    }

    private static void refuses(ClientDocuments documents, String id) {
        assertThatExceptionOfType(OAuthException.class)
                .isThrownBy(() -> documents.client(id))
                .satisfies(e -> assertThat(e.error()).isEqualTo("invalid_client"));
    }

    private static String document(String id) {
        return Json.write(Map.of(
                "client_id", id, "client_name", "Documented", "redirect_uris", List.of("http://localhost/callback")));
    }

    private static void send(HttpExchange exchange, int status, String type, String body) throws IOException {
        byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().set("Content-Type", type);
        exchange.sendResponseHeaders(status, bytes.length == 0 ? -1 : bytes.length);
        exchange.getResponseBody().write(bytes);
    }

    /** A context that has a certificate for the host and trusts it. */
    private static SSLContext certified(Path file) throws Exception {
        Process keytool = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "keytool")
                                .toString(),
                        "-genkeypair",
                        "-keyalg",
                        "EC",
                        "-alias",
                        "site",
                        "-dname",
                        "CN=" + HOST,
                        "-ext",
                        "san=dns:" + HOST,
                        "-storetype",
                        "PKCS12",
                        "-keystore",
                        file.toString(),
                        "-storepass",
                        new String(PASSWORD))
                .redirectErrorStream(true)
                .start();
        assertThat(keytool.waitFor(30, TimeUnit.SECONDS)).isTrue();
        KeyStore keys = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(file)) {
            keys.load(in, PASSWORD);
        }
        KeyManagerFactory own = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        own.init(keys, PASSWORD);
        TrustManagerFactory trusted = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trusted.init(keys);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(own.getKeyManagers(), trusted.getTrustManagers(), null);
        return context;
    }
}
