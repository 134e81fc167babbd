package ai.xray.resource;

/**
 * Hears that what a resource holds changed. The door registers itself as this service; whoever offers resources that change
 * calls all of them.
 */
public interface ResourceListener {
    /**
     * Has those told who asked to be told of {@code uri}. Returns at once.
     *
     * @param uri the address of something that everyone with the resource's scope may read: what only some may know of must
     *     not be told this way
     */
    void changed(String uri);
}
