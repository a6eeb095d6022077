import { compact } from "#server/db/compact.ts";
import { db } from "#server/db/db.ts";
import { env } from "#server/env.ts";
import { log } from "#server/log.ts";
import { forgetDigests } from "./forget.ts";
import { warnOfOtherKeys } from "./other-keys.ts";
import { sealFiles } from "./seal-files.ts";

/** Forgets what is no longer needed in the background, once per process, in every console process. */
export async function startForgetting(): Promise<void> {
  const shared = globalThis as typeof globalThis & { [started]?: boolean };
  if (shared[started]) return;
  shared[started] = true;
  // Before the first request: a file that was sent must be recognized.
  if ((await sealFiles()) > 0) await compact(db());
  await warnOfOtherKeys();
  const tick = async () => {
    let pause = pauseMs;
    try {
      const { digestsKeptMs } = env();
      // In steps, so that a store full of old digests holds up nobody.
      if ((await forgetDigests({ digestsKeptMs })) > 0) pause = betweenStepsMs;
    } catch (error) {
      log.error({ err: error }, "old digests could not be forgotten; the next try is in ten minutes");
    }
    setTimeout(tick, pause).unref();
  };
  void tick();
}

const pauseMs = 10 * 60_000;
const betweenStepsMs = 250;
const started: unique symbol = Symbol.for("merchant-console.retention");
