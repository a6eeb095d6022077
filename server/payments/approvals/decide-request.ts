import { businessDayBounds, businessDayOf } from "#lib/business-day.ts";
import { formatMoney } from "#lib/format/money.ts";
import { type Approver, addedCents } from "#lib/payments/approval.ts";
import type { ApprovalRequest } from "#lib/payments/approval-request.ts";
import { mayWithin } from "#lib/payments/money-limits.ts";
import { ok, type Result, refuse } from "#lib/result.ts";
import { record } from "#server/audit/record.ts";
import type { ActorWithRole } from "#server/auth/actor.ts";
import { limitsOf } from "#server/auth/roles/access.ts";
import { businessClock } from "#server/books/business-clock.ts";
import { db } from "#server/db/db.ts";
import type { RequestRow } from "#server/db/tables/payments/approval-requests.ts";
import { env } from "#server/env.ts";
import { findRow } from "../attempts/attempts.ts";
import { type Asked, findApproving } from "./approvers.ts";
import { findRequest, moveRequest, toRequest } from "./request-rows.ts";
import { expireRequests, factsOf } from "./requests.ts";

/**
 * Approves a request on the approver's own screen: the one who asked may send it from then on, until it expires. `isStillThem`
 * asks for their password or passkey again. Of two approvers at once, or an approval and a cancellation, one is taken. Moves no money itself.
 */
export async function approveRequest(
  person: ActorWithRole,
  { request: id, note }: { request: string; note: string },
  isStillThem: () => Promise<Result<unknown>>,
): Promise<Result<ApprovalRequest>> {
  const row = await findDecidable(person, id);
  if (!row.ok) return row;
  const signed = await isStillThem();
  if (!signed.ok) return signed;
  const at = Date.now();
  return await conclude(person, row.value, () =>
    db()
      .transaction()
      .execute(async (store) => {
        const by = { id: person.id, name: person.name };
        const expiresAt = at + env().approvalMs;
        if (!(await moveRequest(store, id, ["waiting"], { state: "approved", by, at, note }, expiresAt)))
          return false;
        // Read after the row is ours: it may have been sent at the workstation, or the approver's right may be gone.
        if (await findRow(row.value.attempt_id, store))
          throw new RequestUndecidedError("It has been sent already.");
        if (!(await findApproving(store, person.id, askedBy(row.value, at))))
          throw new RequestUndecidedError(problemOf(person, row.value));
        const reason = note && { reason: note };
        await record(store, {
          name: "approval.approved",
          by,
          subject: row.value.attempt_id,
          fields: { ...factsOf(row.value), ...reason },
        });
        return true;
      }),
  );
}

/** Refuses it with a reason, which the one who asked reads. */
export async function refuseRequest(
  person: ActorWithRole,
  { request: id, reason }: { request: string; reason: string },
): Promise<Result<ApprovalRequest>> {
  const row = await findDecidable(person, id);
  if (!row.ok) return row;
  return await conclude(person, row.value, () =>
    db()
      .transaction()
      .execute(async (store) => {
        const by = { id: person.id, name: person.name };
        const decision = { state: "refused", by, at: Date.now(), note: reason } as const;
        if (!(await moveRequest(store, id, ["waiting"], decision))) return false;
        const fields = { ...factsOf(row.value), reason };
        await record(store, { name: "approval.refused", by, subject: row.value.attempt_id, fields });
        return true;
      }),
  );
}

/** Rolls a decision back, with the reason. */
class RequestUndecidedError extends Error {}

async function conclude(
  { id }: ActorWithRole,
  row: RequestRow,
  decide: () => Promise<boolean>,
): Promise<Result<ApprovalRequest>> {
  try {
    await decide();
  } catch (error) {
    if (error instanceof RequestUndecidedError) return refuse(error.message);
    throw error;
  }
  await expireRequests();
  const ended = await findRequest(row.id);
  // Somebody else may have been faster; one's own decision repeated is the same.
  if (!ended || ended.decided_by !== id) return refuse(endedText(ended));
  return ok(toRequest(ended));
}

async function findDecidable(person: ActorWithRole, id: string): Promise<Result<RequestRow>> {
  await expireRequests();
  const row = await findRequest(id);
  if (row?.state !== "waiting" && row?.decided_by !== person.id) return refuse(endedText(row));
  const problem = (await findOwnRight(person, row)).problem;
  return problem === undefined ? ok(row) : refuse(problem);
}

function endedText(row: RequestRow | undefined): string {
  const by = row?.decided_by_name ?? "The console";
  switch (row?.state) {
    case undefined:
    case "waiting":
      return "There is no such request.";
    case "approved":
    case "sent":
      return `${by} has approved it already.`;
    case "refused":
      return `${by} has refused it already.`;
    case "canceled":
      return `${by} canceled it. Nothing was sent.`;
    case "expired":
      return "It has expired. Nothing was sent.";
  }
}

/** Whether this person may decide it now: with what limit and second step, or why not. */
export async function findOwnRight(
  person: ActorWithRole,
  row: RequestRow,
): Promise<{ approver: Approver; problem?: undefined } | { problem: string }> {
  const approver = await findApproving(db(), person.id, askedBy(row, Date.now()));
  return approver ? { approver } : { problem: problemOf(person, row) };
}

function problemOf(
  { id, role }: ActorWithRole,
  { asked_by, money_right, cents, currency }: RequestRow,
): string {
  if (asked_by === id) return "You asked for this yourself. Someone else has to approve it.";
  const sum = formatMoney(cents, { code: currency ?? undefined });
  if (!mayWithin(role, money_right, limitsOf(role)))
    return `You can't approve ${sum}: you lack the right for it.`;
  return `${sum} is above your own limit. Someone with a higher limit has to approve it.`;
}

function askedBy(row: RequestRow, at: number): Asked {
  const clock = businessClock();
  const { right, cents, ...request } = toRequest(row);
  return {
    ...{ right, cents, askedBy: row.asked_by },
    addedCents: addedCents({ ...request, right, cents }),
    ...businessDayBounds(clock, businessDayOf(clock, at)),
  };
}
