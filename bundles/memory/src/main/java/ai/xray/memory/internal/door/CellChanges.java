package ai.xray.memory.internal.door;

import ai.xray.event.MemoryEvent;
import ai.xray.event.MemoryListener;
import ai.xray.resource.ResourceListener;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.component.annotations.ReferenceCardinality;
import org.osgi.service.component.annotations.ReferencePolicy;

/** Tells doors that a cell changed. What belongs to one subject alone is not told. */
@Component
public final class CellChanges implements MemoryListener {
    private final List<ResourceListener> doors = new CopyOnWriteArrayList<>();

    /** Tells {@code door} from now on. */
    @Reference(cardinality = ReferenceCardinality.MULTIPLE, policy = ReferencePolicy.DYNAMIC)
    public void addDoor(ResourceListener door) {
        doors.add(door);
    }

    /** Tells it no more. */
    public void removeDoor(ResourceListener door) {
        doors.remove(door);
    }

    @Override
    public void on(MemoryEvent event) {
        if (event instanceof MemoryEvent.Change change && change.owner().isEmpty()) {
            String address = CellAddress.of(change.id());
            doors.forEach(door -> door.changed(address));
        }
    }
}
