import type { Sandbox, Webhooks } from "../context.ts";
import { describeError } from "../log.ts";
import { releaseOrphans } from "../store/events.ts";
import { everySecond } from "../time/every-second.ts";
import { openSender } from "./sender.ts";
import { openTarget } from "./target.ts";

/** Opens the outbox and starts its sender. */
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
    (error) => log.error(describeError(error), "the outbox could not be checked"),
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

/** Lets the caller receive its response before the event arrives. */
const AFTER_ANSWER_MS = 200;
