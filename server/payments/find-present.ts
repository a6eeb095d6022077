import { type Attempt, type CollectedRest, isSettling, type RestPart } from "#lib/attempt.ts";
import { isUndone } from "#lib/transaction-labels.ts";
import { db } from "#server/db/db.ts";
import type { AttemptRow } from "#server/db/tables/attempts.ts";
import { stepsOf } from "./attempt-steps.ts";
import { findRow, isUnsettled, toAttempt } from "./attempts.ts";
import { toPresentAttempts } from "./present.ts";
import { findFirst, leftByApproval, listParts } from "./rest.ts";

/** One attempt with its steps, the present state of its payment and what its order still lacks, or undefined. */
export async function findPresent(id: string): Promise<Attempt | undefined> {
  const row = await findRow(id);
  if (!row) return undefined;
  const steps = await stepsOf(id);
  if (isUnsettled(row)) return toAttempt(row, steps);
  const [attempt] = await toPresentAttempts([row]);
  const rest = (await readRest(row))?.rest;
  return (
    attempt && { ...attempt, steps, present: { givenCents: 0, ...attempt.present, ...(rest && { rest }) } }
  );
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
