import type { Sandbox } from "../context.ts";
import { describeError } from "../log.ts";
import { nextAttemptAt } from "../rules/webhook-retries.ts";
import { finishAttempt, releaseClaims, renewClaims } from "../store/events.ts";
import type { EventRow } from "../store/tables/events.ts";
import { claimDue } from "./claim-due.ts";
import { postEvent } from "./post-event.ts";
import type { TargetHolder } from "./target.ts";

/** Takes events from the outbox and sends them, a few at a time. At least once, in no order. */
export type Sender = {
  /** Sends what is due, in its own time. */
  wake(): void;
  /** Tells other processes that the attempts under way still are. */
  renew(): Promise<void>;
  /** Sends nothing of its own while `work` runs. Attempts under way come to their end first, or are cut off. */
  pause<Result>(work: () => Promise<Result>, options?: { cutOff: boolean }): Promise<Result>;
  /** Makes every attempt that was due by `until`, each as of the time it was due. */
  replay(until: number): Promise<void>;
  /** Cuts off what is under way and sends nothing any more. */
  stop(): Promise<void>;
};

/** How many attempts are under way at the same time. */
const AT_ONCE = 8;

export function openSender(
  sandbox: Pick<Sandbox, "store" | "clock" | "log" | "vault" | "settings">,
  target: TargetHolder,
): Sender {
  const { store, clock, log } = sandbox;
  const underWay = openAttempts((event, at, ending) => deliver(store, target, event, at, ending));
  const complain = (error: unknown) => log.error(describeError(error), "events could not be sent");
  let pauses = 0;
  let filling: Promise<void> | undefined;
  let askedAgain = false;

  async function fill(): Promise<void> {
    const free = AT_ONCE - underWay.size();
    const claimed = await store.transact((db) => claimDue(sandbox, db, clock.now(), free));
    for (const event of claimed) underWay.start(event, clock.now()).catch(complain).finally(wake);
  }

  function wake(): void {
    // With all under way, the next one to end wakes it again.
    if (pauses > 0 || !target.get() || underWay.size() >= AT_ONCE) return;
    askedAgain = filling !== undefined;
    filling ??= fill()
      .catch(complain)
      .finally(() => {
        filling = undefined;
        if (askedAgain) wake();
      });
  }

  return {
    wake,
    renew: async () => {
      const events = underWay.events();
      if (events.length > 0) await store.transact((db) => renewClaims(db, events));
    },
    pause: async (work, { cutOff } = { cutOff: false }) => {
      pauses++;
      try {
        await filling;
        await underWay.end({ cutOff });
        return await work();
      } finally {
        pauses--;
        wake();
      }
    },
    replay: async (until) => {
      while (target.get()) {
        const claimed = await store.transact((db) => claimDue(sandbox, db, until, AT_ONCE));
        if (claimed.length === 0) return;
        await Promise.all(claimed.map((event) => underWay.start(event, event.next_attempt_at)));
      }
    },
    stop: async () => {
      pauses++;
      await filling;
      await underWay.end({ cutOff: true });
    },
  };
}

/** Makes one attempt as of `at` and notes how it ended. One that was cut off does not count. */
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

/** The attempts that are under way in this process. */
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
