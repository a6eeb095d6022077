import type { Sandbox } from "../context.ts";
import { everySecond } from "../every-second.ts";
import { describeError } from "../log.ts";
import { releaseOrphans } from "../store/events.ts";
import { openSender } from "./sender.ts";
import { openTarget, type WebhookTarget } from "./target.ts";

/** The webhooks of the gateway (contract: Events): an outbox in the store, and what sends it. */
export type Webhooks = {
  /** Whether there is a receiver: without one no event is written. */
  wanted(): boolean;
  /** After a commit that may have raised events: sends them a moment later, when whoever waits has the answer. */
  wake(): void;
  /** Sends to another receiver from now on, what is waiting included. */
  setTarget(target: WebhookTarget): Promise<void>;
  /** Runs `move`, which moves the clock ahead, then makes the attempts that fell due by it, each as of its time. */
  catchUp(move: () => Promise<void>): Promise<void>;
  /** Runs `empty`, which empties the store, with no attempt under way. */
  reset(empty: () => Promise<void>): Promise<void>;
  /** Cuts off what is under way: it is sent again after the next start. */
  stop(): Promise<void>;
};

export async function openWebhooks(
  sandbox: Pick<Sandbox, "store" | "clock" | "vault" | "settings" | "log">,
): Promise<Webhooks> {
  const { store, clock, vault, settings, log } = sandbox;
  await store.transact(releaseOrphans);
  const target = await openTarget(store, vault, settings);
  const sender = openSender(sandbox, target);
  sender.wake();
  const stopTimer = everySecond(
    async () => {
      await target.refresh();
      await sender.renew();
      sender.wake();
    },
    (error) => log.error(describeError(error), "the outbox could not be looked at"),
  );
  let soon: NodeJS.Timeout | undefined;
  return {
    wanted: () => target.get() !== undefined,
    wake: () => {
      soon ??= setTimeout(() => {
        soon = undefined;
        sender.wake();
      }, AFTER_ANSWER_MS);
    },
    setTarget: async (next) => {
      await target.set(next);
      sender.wake();
    },
    catchUp: (move) =>
      sender.pause(async () => {
        await move();
        await sender.replay(clock.now());
      }),
    reset: (empty) =>
      sender.pause(
        async () => {
          await empty();
          await target.refresh();
        },
        { cutOff: true },
      ),
    stop: async () => {
      clearTimeout(soon);
      await stopTimer();
      await sender.stop();
    },
  };
}

/** An event that went out at once would reach the caller's machine with the answer, and be in its way. */
const AFTER_ANSWER_MS = 200;
