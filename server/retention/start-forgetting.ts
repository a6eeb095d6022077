import { env } from "#server/env.ts";
import { log } from "#server/log.ts";
import { listUnsettledFingerprints } from "#server/payments/attempts/attempt-digests.ts";
import { keyPrefixes } from "#server/payments/card-data/secrets.ts";
import { forgetDigests } from "./forget.ts";

/** Deletes digests that are no longer needed in the background, once per process, in every console process. */
export async function startForgetting(): Promise<void> {
  const shared = globalThis as typeof globalThis & { [started]?: boolean };
  if (shared[started]) return;
  shared[started] = true;
  await warnOfOtherKeys();
  const tick = async () => {
    let pause = pauseMs;
    try {
      const { digestsKeptMs } = env();
      // In steps, so that a store full of old digests blocks nothing.
      if ((await forgetDigests({ digestsKeptMs })) > 0) pause = betweenStepsMs;
    } catch (error) {
      log.error({ err: error }, "old digests could not be deleted; the next try is in ten minutes");
    }
    setTimeout(tick, pause).unref();
  };
  void tick();
}

/**
 * Logs a warning when unsettled payments were recorded under a data key that this console does not have: a second payment
 * with the same card would not be blocked.
 */
async function warnOfOtherKeys(): Promise<void> {
  const fingerprints = await listUnsettledFingerprints();
  const known = await keyPrefixes();
  const foreign = fingerprints.filter(
    (fingerprint) => !known.some((prefix) => fingerprint.startsWith(prefix)),
  );
  if (foreign.length > 0)
    log.warn(
      { payments: foreign.length },
      "unsettled payments were recorded under another data key: set it as CONSOLE_DATA_KEY_OLD",
    );
}

const pauseMs = 10 * 60_000;
const betweenStepsMs = 250;
const started: unique symbol = Symbol.for("merchant-console.retention");
