package ai.xray.auth.internal.oauth;

import ai.xray.auth.AccessRequest;
import ai.xray.auth.internal.Doorkeeper;
import ai.xray.auth.internal.ServerAddress;
import ai.xray.auth.internal.web.Replies;
import ai.xray.auth.internal.web.Requests;
import jakarta.servlet.Servlet;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.servlet.whiteboard.propertytypes.HttpWhiteboardServletPattern;

/**
 * What clients read first: the metadata of the resource (RFC 9728) and of its authorization server (RFC 8414, and at the place
 * of OpenID Connect Discovery for clients that look there alone).
 */
@Component(service = Servlet.class)
@HttpWhiteboardServletPattern({
    MetadataServlet.RESOURCE,
    MetadataServlet.RESOURCE + "/mcp",
    "/.well-known/oauth-authorization-server",
    "/.well-known/openid-configuration"
})
public final class MetadataServlet extends HttpServlet {
    static final String RESOURCE = "/.well-known/oauth-protected-resource";

    private static final long serialVersionUID = 1L;

    private final transient Doorkeeper doorkeeper;
    private final transient ServerAddress address;

    @Activate
    public MetadataServlet(@Reference Doorkeeper doorkeeper, @Reference ServerAddress address) {
        this.doorkeeper = doorkeeper;
        this.address = address;
    }

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
        AccessRequest access = Requests.browser(request);
        doorkeeper.guard(access);
        String base = address.required(access);
        boolean resource = request.getServletPath().startsWith(RESOURCE);
        Replies.json(response, 200, resource ? resource(base, access) : server(base));
    }

    private Map<String, Object> resource(String base, AccessRequest access) {
        Map<String, Object> metadata = new LinkedHashMap<>();
        metadata.put("resource", Resources.of(address, access).usual());
        metadata.put("authorization_servers", List.of(base));
        metadata.put("scopes_supported", Scopes.all());
        metadata.put("bearer_methods_supported", List.of("header"));
        metadata.put("resource_name", "X-Ray");
        return metadata;
    }

    private static Map<String, Object> server(String base) {
        Map<String, Object> metadata = new LinkedHashMap<>();
        metadata.put("issuer", base);
        metadata.put("authorization_endpoint", base + "/oauth/authorize");
        metadata.put("token_endpoint", base + "/oauth/token");
        metadata.put("registration_endpoint", base + "/oauth/register");
        metadata.put("revocation_endpoint", base + "/oauth/revoke");
        metadata.put("response_types_supported", List.of("code"));
        metadata.put("response_modes_supported", List.of("query"));
        metadata.put("grant_types_supported", List.of("authorization_code", "refresh_token"));
        metadata.put("code_challenge_methods_supported", List.of("S256"));
        metadata.put("token_endpoint_auth_methods_supported", List.of("none"));
        metadata.put("revocation_endpoint_auth_methods_supported", List.of("none"));
        metadata.put("scopes_supported", Scopes.all());
        metadata.put("authorization_response_iss_parameter_supported", true);
        metadata.put("client_id_metadata_document_supported", true);
        return metadata;
    }
}
