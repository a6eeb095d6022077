import { setTimeout as delay } from "node:timers/promises";
import { DAY_MS } from "#lib/time.ts";
import { deletedEvent } from "#server/audit/deleted-event.ts";
import { recordAlone } from "#server/audit/record.ts";
import { isFirstStart, repeat } from "#server/background.ts";
import { db } from "#server/db/db.ts";
import { env } from "#server/env.ts";
import { log } from "#server/log.ts";
import { listFingerprintsWithoutOutcome } from "#server/payments/attempts/attempt-digests.ts";
import { keyPrefixes } from "#server/payments/card-data/secrets.ts";
import { forgetDigests } from "./forget.ts";
import { forgetCustomers } from "./forget-customers.ts";
import { customersBefore } from "./old-customers.ts";

/** Deletes digests and customers that are no longer needed in the background, once per process, in every console process. */
export async function startForgetting(): Promise<void> {
  if (!isFirstStart("merchant-console.retention")) return;
  await warnOfOtherKeys();
  const work = async () => {
    // In steps, so that a store full of old data blocks nothing.
    while ((await forgetSome(Date.now())) > 0) await delay(betweenStepsMs, undefined, { ref: false });
  };
  repeat(work, pauseMs, "old data could not be deleted; the next try is in ten minutes");
}

async function forgetSome(now: number): Promise<number> {
  const { digestsKeptMs } = env();
  const digests = await forgetDigests({ digestsKeptMs }, now);
  await noteDigests(digests, now - digestsKeptMs);
  const before = customersBefore(now);
  return digests + (before === undefined ? 0 : await forgetCustomers(before));
}

/** Digests go all day long: the audit log has their number, once a day. */
async function noteDigests(rows: number, before: number): Promise<void> {
  digestsToNote += rows;
  if (digestsToNote === 0 || before < digestsNotedTo + noteDigestsEveryMs) return;
  await recordAlone(db(), deletedEvent("digests", digestsToNote, before));
  digestsToNote = 0;
  digestsNotedTo = before;
}

let digestsToNote = 0;
let digestsNotedTo = 0;
const noteDigestsEveryMs = DAY_MS;

/**
 * Logs a warning when unsettled payments were recorded under a data key that this console does not have: a second payment
 * with the same card would not be blocked.
 */
async function warnOfOtherKeys(): Promise<void> {
  const fingerprints = await listFingerprintsWithoutOutcome();
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
