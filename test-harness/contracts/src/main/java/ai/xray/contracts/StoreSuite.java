package ai.xray.contracts;

import ai.xray.memory.MemoryStore;
import java.util.function.Supplier;

/** Tests of one aspect of a store, which {@link MemoryStoreContract} opens and closes around each. */
abstract class StoreSuite {
    private final Supplier<MemoryStore> store;

    /** @param store asked when a test runs, not before */
    StoreSuite(Supplier<MemoryStore> store) {
        this.store = store;
    }

    final MemoryStore store() {
        return store.get();
    }
}
