package ai.xray.store.memory;

import ai.xray.contracts.RecordStoreContract;
import ai.xray.record.RecordStore;
import java.time.InstantSource;

class InMemoryRecordsTest extends RecordStoreContract {
    @Override
    protected RecordStore open(InstantSource clock) {
        return new InMemoryRecords(clock);
    }

    @Override
    protected void close(RecordStore opened) {
        // nothing is held
    }
}
