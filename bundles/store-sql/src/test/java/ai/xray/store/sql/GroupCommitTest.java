package ai.xray.store.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import ai.xray.store.sql.Outcome.Committed;
import ai.xray.store.sql.Outcome.Failed;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Groups are written by a stand-in for the database that lets each through when told to. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class GroupCommitTest {
    private final BlockingQueue<Integer> begun = new LinkedBlockingQueue<>();
    private final Semaphore mayFinish = new Semaphore(0);
    private final GroupCommit commits = new GroupCommit("test-writer", this::write);
    private final ExecutorService callers = Executors.newVirtualThreadPerTaskExecutor();

    private void write(List<Call> group) {
        begun.add(group.size());
        mayFinish.acquireUninterruptibly();
        group.forEach(call -> call.outcome().complete(new Committed(List.of(1L))));
    }

    @AfterEach
    void close() {
        mayFinish.release(1_000_000);
        commits.close();
        callers.close();
    }

    @Test
    void loneCallIsWrittenWithoutWaitingForOthers() throws Exception {
        mayFinish.release();

        assertThat(commits.submit(call())).isEqualTo(new Committed(List.of(1L)));

        assertThat(begun).containsExactly(1);
    }

    @Test
    void callsThatComeDuringAWriteAreTheNextGroup() throws Exception {
        List<Future<Outcome>> calls = new ArrayList<>(List.of(submit()));
        assertThat(begun.take()).isEqualTo(1);
        for (int i = 0; i < 5; i++) {
            calls.add(submit());
        }
        await(() -> commits.waiting() == 5);

        mayFinish.release(2);

        assertThat(begun.take()).isEqualTo(5);
        for (Future<Outcome> call : calls) {
            assertThat(call.get()).isInstanceOf(Committed.class);
        }
    }

    @Test
    void largeCallsAreNotAllPutIntoOneTransaction() throws Exception {
        Future<Outcome> first = submit();
        begun.take();
        String megabyte = "x".repeat(1 << 20);
        List<Future<Outcome>> calls = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            Call large = new Call(List.of(new Change("a", 0, Optional.of(megabyte))));
            calls.add(callers.submit(() -> commits.submit(large)));
        }
        await(() -> commits.waiting() == 20);

        mayFinish.release(3);

        assertThat(begun.take()).isEqualTo(16);
        assertThat(begun.take()).isEqualTo(4);
        assertThat(first.get()).isInstanceOf(Committed.class);
        for (Future<Outcome> call : calls) {
            assertThat(call.get()).isInstanceOf(Committed.class);
        }
    }

    @Test
    void callersBeyondTheCapacityWaitForRoom() throws Exception {
        List<Future<Outcome>> calls = new ArrayList<>(List.of(submit()));
        begun.take();
        for (int i = 0; i < GroupCommit.CAPACITY; i++) {
            calls.add(submit());
        }
        await(() -> commits.waiting() == GroupCommit.CAPACITY);
        CompletableFuture<Outcome> outcome = new CompletableFuture<>();
        Thread late = Thread.ofPlatform().start(() -> outcome.complete(submitOrThrow()));
        await(() -> late.getState() == Thread.State.WAITING);
        assertThat(commits.waiting()).isEqualTo(GroupCommit.CAPACITY);

        mayFinish.release(1_000);

        assertThat(outcome.get()).isInstanceOf(Committed.class);
        for (Future<Outcome> call : calls) {
            assertThat(call.get()).isInstanceOf(Committed.class);
        }
    }

    @Test
    void interruptedCallerWhoseCallWaitsTakesItBack() throws Exception {
        Future<Outcome> first = submit();
        begun.take();
        CompletableFuture<Throwable> failure = new CompletableFuture<>();
        Thread caller = interruptible(failure);
        await(() -> commits.waiting() == 1);

        caller.interrupt();

        assertThat(failure.get())
                .isInstanceOf(InterruptedIOException.class)
                .hasMessageContaining("nothing was changed");
        assertThat(commits.waiting()).isZero();
        mayFinish.release();
        assertThat(first.get()).isInstanceOf(Committed.class);
    }

    @Test
    void interruptedCallerWhoseCallIsBeingWrittenIsToldThatTheOutcomeIsOpen() throws Exception {
        CompletableFuture<Throwable> failure = new CompletableFuture<>();
        Thread caller = interruptible(failure);
        assertThat(begun.take()).isEqualTo(1);

        caller.interrupt();

        assertThat(failure.get())
                .isInstanceOf(InterruptedIOException.class)
                .hasMessageContaining("while it was written");
    }

    @Test
    void closingWritesWhatWaitsAndRefusesMore() throws Exception {
        List<Future<Outcome>> calls = new ArrayList<>(List.of(submit()));
        begun.take();
        calls.add(submit());
        calls.add(submit());
        await(() -> commits.waiting() == 2);
        mayFinish.release(2);

        commits.close();
        commits.close();

        for (Future<Outcome> call : calls) {
            assertThat(call.get()).isInstanceOf(Committed.class);
        }
        assertThatIOException().isThrownBy(() -> commits.submit(call())).withMessageContaining("closed");
    }

    @Test
    void defectFailsItsGroupAndNotTheNext() throws Exception {
        RuntimeException defect = new IllegalStateException("a defect");
        List<Call> written = new ArrayList<>();
        try (GroupCommit failing = new GroupCommit("failing-writer", group -> {
            if (written.addAll(group) && written.size() == 1) {
                throw defect;
            }
            group.forEach(call -> call.outcome().complete(new Committed(List.of(2L))));
        })) {
            assertThat(failing.submit(call()))
                    .isInstanceOfSatisfying(
                            Failed.class, failed -> assertThat(failed.cause()).isSameAs(defect));
            assertThat(failing.submit(call())).isEqualTo(new Committed(List.of(2L)));
        }
    }

    private static Call call() {
        return new Call(List.of(new Change("a", 0, Optional.empty())));
    }

    private Future<Outcome> submit() {
        return callers.submit(() -> commits.submit(call()));
    }

    private Outcome submitOrThrow() {
        try {
            return commits.submit(call());
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private Thread interruptible(CompletableFuture<Throwable> failure) {
        return Thread.ofVirtual().start(() -> {
            try {
                commits.submit(call());
                failure.complete(new AssertionError("the call returned"));
            } catch (IOException e) {
                assertThat(Thread.currentThread().isInterrupted()).isTrue();
                failure.complete(e);
            }
        });
    }

    private static void await(BooleanSupplier condition) {
        while (!condition.getAsBoolean()) {
            Thread.onSpinWait(); // the class's timeout is the deadline
        }
    }
}
