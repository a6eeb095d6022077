import { type Attempt, type CollectedRest, isSettling, type RestPart } from "#lib/attempt.ts";
import { keptFields } from "#lib/charge/kept-fields.ts";
import { isUndone } from "#lib/transaction-labels.ts";
import { db } from "#server/db/db.ts";
import type { AttemptRow } from "#server/db/tables/payments/attempts.ts";
import { stepsOf } from "../attempts/attempt-steps.ts";
import {
  type AttemptFilter,
  findRow,
  isUnsettled,
  listRows,
  toAttempt,
  tookEffect,
} from "../attempts/attempts.ts";
import { toPresentAttempts } from "./present.ts";
import { findFirst, leftByApproval, listParts } from "./rest.ts";

/** One attempt with its steps, the present state of its payment and what its order still lacks, or undefined. */
export async function findPresent(id: string): Promise<Attempt | undefined> {
  const row = await findRow(id);
  if (!row) return undefined;
  const steps = await stepsOf(id);
  // Both the page of a result and a form that is filled again after a reload begin with it.
  const form = row.original_key === null ? { form: keptFields(JSON.parse(row.request)) } : {};
  if (isUnsettled(row)) return { ...toAttempt(row, steps), ...form };
  const [attempt] = await toPresentAttempts([row]);
  const rest = (await readRest(row))?.rest;
  const present = { givenCents: 0, ...attempt?.present, ...(rest && { rest }) };
  return attempt && { ...attempt, ...form, steps, present };
}

/** The newest attempts with the present state of their payments and what is left to collect of an order that was approved in part. */
export async function listPresent(filter: AttemptFilter): Promise<Attempt[]> {
  const rows = await listRows(filter);
  const attempts = await toPresentAttempts(rows);
  for (const [at, row] of rows.entries()) {
    const { present } = attempts[at] ?? {};
    const isOfOrder = leftByApproval(row) !== undefined || (row.completes !== null && tookEffect(row));
    if (!present || isUnsettled(row) || !isOfOrder) continue;
    const found = await readRest(row);
    if (found) present.rest = found.rest;
  }
  return attempts;
}

/**
 * How the rest of a partial approval was collected so far: of the payment that was approved in part, and of each payment
 * toward its rest. What was undone since counts as not collected and is in `undone`, what has no answer yet as collected.
 */
export async function readRest(
  row: AttemptRow,
): Promise<{ rest: CollectedRest; undone: string[] } | undefined> {
  const first = await findFirst(row);
  const cents = leftByApproval(first);
  if (cents === undefined) return undefined;
  const rows = await listParts(db(), first.id);
  const [partial, ...parts] = await toPresentAttempts([first, ...rows]);
  if (!partial) return undefined;
  const collected = parts.filter((part) => !isGone(part));
  const sum = collected.reduce((total, { signedCents = 0 }) => total + signedCents, 0);
  const rest: CollectedRest = {
    first: toPart(partial),
    askedCents: partial.amountCents ?? 0,
    cents,
    openCents: Math.max(0, cents - sum),
    isUndone: isGone(partial),
    parts: collected.map(toPart),
  };
  return { rest, undone: parts.filter(isGone).map((part) => part.id) };
}

function toPart({ id, payer, command, state, present, signedCents = 0 }: Attempt): RestPart {
  const now = present?.state;
  const part = { attemptId: id, payer, cents: signedCents, command, isSettling: isSettling(state) };
  return now ? { ...part, state: now } : part;
}

const isGone = ({ present, returned }: Attempt) => isUndone(present?.state) || returned !== undefined;
