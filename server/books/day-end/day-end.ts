import { z } from "zod";
import { businessDayOf } from "#lib/business-day.ts";
import { noCardNumber } from "#lib/card-data/card-detector.ts";
import {
  countOpenItems,
  countUnknown,
  type DayEnd,
  type DayEndTask,
  type DaySignature,
  isSignable,
  oneLine,
  type TaskKind,
  taskKinds,
} from "#lib/day-end/day-end.ts";
import { reportHtml, reportText } from "#lib/day-end/report-html.ts";
import { toSignedReport } from "#lib/day-end/signed-report.ts";
import { formatAge } from "#lib/format/durations.ts";
import { shortestReason } from "#lib/forms/reason.ts";
import { ok, type Result, refuse } from "#lib/result.ts";
import { isDay } from "#lib/time.ts";
import type { Actor } from "#server/auth/actor.ts";
import { proof } from "#server/auth/proof.ts";
import { env } from "#server/env.ts";
import { sha256Hex } from "#server/sha256.ts";
import { countUncompared } from "../attention/unsigned-batches.ts";
import { businessClock } from "../business-clock.ts";
import { readCoverage } from "../index/coverage.ts";
import { type OpenReading, readOpenNow } from "../index/read-open-now.ts";
import { findGap } from "../record-counts.ts";
import { readChecks } from "./read-checks.ts";
import { readDetails } from "./read-details.ts";
import { fingerprintOf, readFigures, readFirstDay } from "./read-figures.ts";
import { addSignature, listSignatures } from "./signed-days.ts";

/** The end of a business day, today's when none is named. A day that has not come, or doesn't exist, is read as today: the page says so. Costs the gateway nothing. */
export async function readDayEnd(named?: string, now = Date.now()): Promise<DayEnd> {
  const clock = businessClock();
  const today = businessDayOf(clock, now);
  const day = named !== undefined && isDay(named) && named < today ? named : today;
  const [
    checks,
    { isOn, isComplete, readBatches, batches, openReadAt, hasOpenBatch, checks: returns },
    figures,
    signatures,
  ] = await Promise.all([readChecks(now), readCoverage(), readFigures(day), listSignatures(day)]);
  const fingerprint = fingerprintOf(figures);
  const firstDay = await readFirstDay();
  const details = await readDetails(day, checks, now);
  const gaps = await Promise.all([findGap("signed day"), findGap("drawer report")]);
  return {
    day,
    today,
    firstDay,
    dayStart: clock.dayStart,
    now,
    checks,
    batches: { isOn, isComplete, readBatches, batches, openReadAt, hasOpenBatch },
    uncompared: await countUncompared(batches),
    returns,
    figures,
    details,
    fingerprint,
    signatures,
    gaps: gaps.flatMap((gap) => gap ?? []),
  };
}

export const signDayForm = z.object({
  day: z.string().refine(isDay),
  /** Of the figures that the person saw. */
  fingerprint: z.string().regex(/^[0-9a-f]{64}$/),
  note: z
    .string()
    .trim()
    .max(500, "Use at most 500 characters.")
    .refine(...noCardNumber),
  password: proof,
});
type SignDayValues = Omit<z.output<typeof signDayForm>, "password">;

/** Signs the day's figures as the person saw them, after reading the open batch. Their password was verified before. */
export async function signDay(
  user: Actor,
  { day, fingerprint, note: written }: SignDayValues,
  now = Date.now(),
): Promise<Result<{ number: number }>> {
  const today = businessDayOf(businessClock(), now);
  if (day > today) return refuse("Not signed: this day has not begun.");
  const openReading = await readOpenNow();
  const dayEnd = await readDayEnd(day, now);
  const { dayStart, checks, figures, details, uncompared, ...seen } = dayEnd;
  if (!isSignable(dayEnd)) return refuse("Not signed: no payment is known of this day or before it.");
  const [last] = seen.signatures;
  const note = oneLine(written);
  if (last && last.fingerprint === seen.fingerprint) return signedAlready(last, user, note);
  if (seen.fingerprint !== fingerprint)
    return refuse("Not signed: the figures have changed since you saw them. Look at them again, then sign.");
  const problem = problemOf(checks, note, openReading);
  if (problem) return refuse(problem, { note: problem });
  const { merchantName, gatewayTimeZone } = env();
  const revision = (last?.revision ?? 0) + 1;
  const left = leftOf(checks);
  const signature = {
    revision,
    by: user.name,
    at: now,
    note,
    figures,
    fingerprint,
    left,
    openReading,
    uncompared,
  };
  const store = { merchant: merchantName, timeZone: gatewayTimeZone, dayStart };
  let given = 0;
  const isAdded = await addSignature((number, head) => {
    given = number;
    const report = toSignedReport({ ...signature, number }, details, {
      ...store,
      auditHead: head && `${head.position}:${head.hash}`,
    });
    return {
      number,
      day,
      revision,
      signed_by_id: user.id,
      signed_by: user.name,
      signed_at: now,
      note,
      figures: JSON.stringify(figures),
      fingerprint,
      left_open: JSON.stringify(left),
      report: JSON.stringify(report),
      hash: sha256Hex(reportText(report)),
      file: reportHtml(report, sha256Hex),
    };
  });
  if (isAdded) return ok({ number: given });
  const [newest] = await listSignatures(day);
  return signedAlready(newest, user, note);
}

/** Accepts a repeated signature of the same person with the same note as one: the first answer may have been lost. */
function signedAlready(
  signature: DaySignature | undefined,
  user: { name: string },
  note: string,
): Result<{ number: number }> {
  if (signature?.by === user.name && signature.note === note) return ok({ number: signature.number });
  return refuse(`${signature?.by ?? "Someone"} has already signed this day. Nothing more was signed.`);
}

function problemOf(checks: readonly DayEndTask[], note: string, reading: OpenReading): string | undefined {
  if (countUnknown(checks) > 0) return "Not signed: decide the unknown outcomes first.";
  if (countOpenItems(checks) > 0 && note.length < shortestReason)
    return "Not signed: say in the note why something stays open.";
  if (reading.problem && note.length < shortestReason)
    return `Not signed: ${reading.problem.replace(/\.$/, "")}. The last reading ${ageOf(reading)}. Try again, or say in the note that you sign without it.`;
  return undefined;
}

const ageOf = ({ readAt }: OpenReading) =>
  readAt === undefined ? "was never finished" : `was ${formatAge((Date.now() - readAt) / 1000)}`;

const leftOf = (checks: readonly DayEndTask[]): Record<TaskKind, number> =>
  // Every kind has its check.
  Object.fromEntries(
    taskKinds.map((kind) => [kind, checks.find((check) => check.kind === kind)?.items.length ?? 0]),
  ) as Record<TaskKind, number>;
