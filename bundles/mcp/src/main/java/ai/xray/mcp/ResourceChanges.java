package ai.xray.mcp;

import ai.xray.resource.ResourceListener;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.osgi.service.component.annotations.Component;

/**
 * Passes on that resources changed. A component of its own because it needs nothing: whoever offers a resource may need this
 * to start, and the endpoint needs the resources.
 */
@Component(service = {ResourceListener.class, ResourceChanges.class})
public final class ResourceChanges implements ResourceListener {
    private final List<ResourceListener> listeners = new CopyOnWriteArrayList<>();

    @Override
    public void changed(String uri) {
        listeners.forEach(listener -> listener.changed(uri));
    }

    void add(ResourceListener listener) {
        listeners.add(listener);
    }

    void remove(ResourceListener listener) {
        listeners.remove(listener);
    }
}
