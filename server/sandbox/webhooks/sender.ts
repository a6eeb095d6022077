import type { Sandbox } from "../context.ts";
import { describeError } from "../log.ts";
import { nextAttemptAt } from "../rules/webhook-retries.ts";
import { claimEvents, finishAttempt, releaseClaims, renewClaims } from "../store/events.ts";
import type { EventRow } from "../store/tables/events.ts";
import { postEvent } from "./post-event.ts";
import type { TargetHolder } from "./target.ts";

/** Sends the events of the outbox, a few at a time, at least once each and in any order. */
export type Sender = {
  /** Sends due events in the background. */
  wake(): void;
  /** Renews the claims of attempts in progress. */
  renew(): Promise<void>;
  /** Starts no attempt while `work` runs. Attempts in progress end first, or are aborted with `cutOff`. */
  pause<Result>(work: () => Promise<Result>, options?: { cutOff: boolean }): Promise<Result>;
  /** Makes every attempt that is due by `until`, each as of its due time. */
  replay(until: number): Promise<void>;
  /** Aborts attempts in progress and sends no more. */
  stop(): Promise<void>;
};

/** How many attempts are in progress at the same time. */
const AT_ONCE = 8;

export function openSender(sandbox: Pick<Sandbox, "store" | "clock" | "log">, target: TargetHolder): Sender {
  const { store, clock, log } = sandbox;
  const inProgress = openAttempts((event, at, ending) => deliver(store, target, event, at, ending));
  const logError = (error: unknown) => log.error(describeError(error), "events could not be sent");
  let pauses = 0;
  let filling: Promise<void> | undefined;
  let wokenAgain = false;

  async function fill(): Promise<void> {
    const free = AT_ONCE - inProgress.size();
    const claimed = await store.transact((db) => claimEvents(db, clock.now(), free));
    for (const event of claimed) inProgress.start(event, clock.now()).catch(logError).finally(wake);
  }

  function wake(): void {
    // At the maximum, the next attempt to end wakes it again.
    if (pauses > 0 || !target.get() || inProgress.size() >= AT_ONCE) return;
    wokenAgain = filling !== undefined;
    filling ??= fill()
      .catch(logError)
      .finally(() => {
        filling = undefined;
        if (wokenAgain) wake();
      });
  }

  return {
    wake,
    renew: async () => {
      const events = inProgress.events();
      if (events.length > 0) await store.transact((db) => renewClaims(db, events));
    },
    pause: async (work, { cutOff } = { cutOff: false }) => {
      pauses++;
      try {
        await filling;
        await inProgress.end({ cutOff });
        return await work();
      } finally {
        pauses--;
        wake();
      }
    },
    replay: async (until) => {
      while (target.get()) {
        const claimed = await store.transact((db) => claimEvents(db, until, AT_ONCE));
        if (claimed.length === 0) return;
        await Promise.all(claimed.map((event) => inProgress.start(event, event.next_attempt_at)));
      }
    },
    stop: async () => {
      pauses++;
      await filling;
      await inProgress.end({ cutOff: true });
    },
  };
}

/** Makes one attempt as of `at` and records its result. An aborted one does not count. */
async function deliver(
  store: Sandbox["store"],
  target: TargetHolder,
  event: EventRow,
  at: number,
  ending: AbortSignal,
): Promise<void> {
  const startedAt = performance.now();
  const receiver = target.get();
  const answer = receiver && (await postEvent(receiver, event.body, { ending }));
  if (!answer) return await store.transact((db) => releaseClaims(db, [event]));
  const taken = answer.status !== null && answer.status >= 200 && answer.status < 300;
  const retry_at = taken ? null : nextAttemptAt(event.first_tried_at ?? at, at);
  const ms = Math.round(performance.now() - startedAt);
  await store.transact((db) => finishAttempt(db, event, { ...answer, tried_at: at, retry_at, ms }));
}

/** The attempts in progress in this process. */
function openAttempts(run: (event: EventRow, at: number, ending: AbortSignal) => Promise<void>) {
  const attempts = new Map<number, { event: EventRow; done: Promise<void>; ending: AbortController }>();
  return {
    size: () => attempts.size,
    events: () => [...attempts.values()].map(({ event }) => event),
    start: (event: EventRow, at: number): Promise<void> => {
      const ending = new AbortController();
      const done = run(event, at, ending.signal).finally(() => attempts.delete(event.id));
      attempts.set(event.id, { event, done, ending });
      return done;
    },
    end: async ({ cutOff }: { cutOff: boolean }): Promise<void> => {
      while (attempts.size > 0) {
        if (cutOff) for (const { ending } of attempts.values()) ending.abort();
        await Promise.allSettled([...attempts.values()].map(({ done }) => done));
      }
    },
  };
}
