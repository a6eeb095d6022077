import { randomUUID } from "node:crypto";
import type { Transaction } from "kysely";
import { originalCents } from "#lib/forms/follow-up.ts";
import type { FollowUpValues } from "#lib/forms/follow-up-form.ts";
import type { TransactionDetail } from "#lib/gateway/schemas/transaction.ts";
import type { ApprovalAsk } from "#lib/payments/approval.ts";
import type { ApprovalRequest } from "#lib/payments/approval-request.ts";
import { paymentMethodWithoutName } from "#lib/payments/customer-fields.ts";
import { ok, type Result, refuse } from "#lib/result.ts";
import { type AuditActor, type NewAuditEvent, record } from "#server/audit/record.ts";
import type { Actor } from "#server/auth/actor.ts";
import type { Database } from "#server/db/database.ts";
import { db } from "#server/db/db.ts";
import type { RequestRow } from "#server/db/tables/payments/approval-requests.ts";
import { env } from "#server/env.ts";
import { lockName } from "#server/sql/lock.ts";
import { findRow } from "../attempts/attempts.ts";
import { claimId } from "../attempts/canceled-ids.ts";
import {
  countAskedSince,
  findOpenRequest,
  findRequest,
  insertRequest,
  listOverdueRequests,
  moveRequest,
  openStates,
  toRequest,
} from "./request-rows.ts";

/** Asking for approval on somebody else's screen: the request, its cancellation and its end without a decision. */

/** What is to be approved, as it would be sent. `digest` is that of the attempt's request. */
export type Asked = {
  attemptId: string;
  digest: string;
  paymentMethod: string;
  original?: { key: string; before: TransactionDetail } | undefined;
  /** The request to the gateway; of it only the invoice is kept. */
  body: Record<string, unknown>;
  reason?: string | undefined;
  /** With what it can be sent from another page. Holds no card data. */
  form?: FollowUpValues | undefined;
};

/**
 * Stores a request to approve exactly this attempt. The same again is the same request; another amount or reason under
 * the same attempt takes the place of the one before. Sends nothing.
 */
export async function sendRequest(
  person: Actor,
  asked: Asked,
  ask: ApprovalAsk,
  note: string,
): Promise<Result<ApprovalRequest>> {
  if (ask.approvers.length === 0) return refuse("No one here can approve this amount. Nothing was sent.");
  const now = Date.now();
  return await db()
    .transaction()
    .execute(async (store) => {
      await lockName(store, `approval of ${asked.attemptId}`);
      await claimId(store, asked.attemptId);
      if (await findRow(asked.attemptId, store))
        return refuse("This was sent already. Look at its result before you ask for approval.");
      const open = await findOpenRequest(asked.attemptId, store);
      if (open && open.asked_by !== person.id) return refuse("Someone else asked for this. Open a new form.");
      if (open && isFor(open, asked) && open.expires_at > now) return ok(toRequest(open));
      if ((await countAskedSince(person.id, now - env().approvalMs, store)) >= maxAsked)
        return refuse(
          "You have too many open approval requests. Nothing was sent. Wait until some of them are decided, then ask again.",
        );
      const events: NewAuditEvent[] = [];
      if (open) {
        const state = open.expires_at > now ? ("canceled" as const) : ("expired" as const);
        await moveRequest(store, open.id, openStates, { state, by: person, at: now });
        events.push(
          state === "canceled"
            ? canceledEvent(open, person, "Asked again with other contents")
            : expiredEvent(open),
        );
      }
      const row = toRow(person, asked, { ask, note, now });
      await insertRequest(store, row);
      await record(store, ...events, requestedEvent(row, person));
      return ok(toRequest(row));
    });
}

/** As many requests of one person within the time that one is open: more would hide those of others. */
const maxAsked = 30;

/** Whether a request is for exactly this, with the reason that its approver reads. */
export const isFor = (
  row: Pick<RequestRow, "digest" | "reason">,
  { digest, reason }: Pick<Asked, "digest" | "reason">,
): boolean => row.digest === digest && row.reason === (reason ?? null);

function toRow(
  { id, name }: Actor,
  { attemptId, digest, paymentMethod, original, body, reason, form }: Asked,
  { ask, note, now }: { ask: ApprovalAsk; note: string; now: number },
): RequestRow {
  const invoice = original?.before.invoice ?? body.invoice;
  return {
    id: randomUUID(),
    attempt_id: attemptId,
    digest,
    command: ask.command,
    money_right: ask.right,
    cents: ask.cents,
    currency: ask.currency ?? null,
    money_limit: JSON.stringify(ask.limit),
    over_limit: ask.over,
    used_cents: ask.usedCents,
    transaction_key: original?.key ?? null,
    original_cents: (original && originalCents(original.before)) ?? null,
    tip_cents: ask.tipCents ?? null,
    payer: [paymentMethod, nameOn(original?.before) ?? nameOn(body)].filter(Boolean).join(", "),
    invoice: typeof invoice === "string" && invoice !== "" ? invoice : null,
    reason: reason ?? null,
    note: note || null,
    form: form ? JSON.stringify(form) : null,
    asked_by: id,
    asked_by_name: name,
    asked_at: now,
    expires_at: now + env().approvalMs,
    state: "waiting",
    decided_by: null,
    decided_by_name: null,
    decided_at: null,
    decision_note: null,
  };
}

/** Whose card or account it is, as typed. */
function nameOn(payment: { creditcard?: unknown; check?: unknown } | undefined): string | undefined {
  for (const part of [payment?.creditcard, payment?.check]) {
    if (typeof part !== "object" || part === null) continue;
    const name = "cardholder" in part ? part.cardholder : "name" in part ? part.name : undefined;
    if (typeof name === "string" && name.trim() !== "") return name.trim();
  }
  return undefined;
}

/** The person who asked doesn't need it any more, waiting or approved. Repeated it is the same. */
export async function cancelRequest(
  person: Actor,
  { request: id }: { request: string },
): Promise<Result<ApprovalRequest>> {
  const row = await findRequest(id);
  if (!row || row.asked_by !== person.id) return refuse("You have no such request.");
  await endRequest(row, person);
  const ended = await findRequest(id);
  if (ended?.state === "sent") return refuse("It was too late: the payment has been sent.");
  return ended ? ok(toRequest(ended)) : refuse("You have no such request.");
}

/** Ends the open one of an attempt that is given up, in the same commit. */
export async function endRequestOf(store: Transaction<Database>, attemptId: string): Promise<void> {
  const open = await findOpenRequest(attemptId, store);
  if (open)
    await endIn(store, open, "console", "The page that requested it lost the connection and canceled it");
}

/** Ends one that is open without a payment, by the person who asked or by the console, which says why. */
export async function endRequest(row: RequestRow, by: Actor | "console", why = ""): Promise<void> {
  await db()
    .transaction()
    .execute((store) => endIn(store, row, by, why));
}

async function endIn(
  store: Transaction<Database>,
  row: RequestRow,
  by: Actor | "console",
  why: string,
): Promise<void> {
  const decision = { state: "canceled", at: Date.now(), note: why, ...(by !== "console" && { by }) } as const;
  if (await moveRequest(store, row.id, openStates, decision))
    await record(store, canceledEvent(row, by, why));
}

/** Ends those whose time is over, unsent. Every reader of requests calls this first. */
export async function expireRequests(now = Date.now()): Promise<void> {
  for (const row of await listOverdueRequests(now))
    await db()
      .transaction()
      .execute(async (store) => {
        if (await moveRequest(store, row.id, openStates, { state: "expired", at: now }))
          await record(store, expiredEvent(row));
      });
}

const requestedEvent = (row: RequestRow, by: Actor): NewAuditEvent => ({
  name: "approval.requested",
  by,
  subject: row.attempt_id,
  fields: {
    command: row.command,
    cents: row.cents,
    // Nothing deletes events: they name no customer.
    payer: paymentMethodWithoutName(row.payer),
    ...(row.transaction_key !== null && { original: row.transaction_key }),
  },
});

const canceledEvent = (row: RequestRow, by: AuditActor, reason: string): NewAuditEvent => ({
  name: "approval.canceled",
  by,
  subject: row.attempt_id,
  fields: { ...factsOf(row), ...(reason && { reason }) },
});

const expiredEvent = (row: RequestRow): NewAuditEvent => ({
  name: "approval.expired",
  by: "console",
  subject: row.attempt_id,
  fields: factsOf(row),
});

/** What every later event of a request says of it. */
export const factsOf = ({ command, cents, asked_by_name }: RequestRow) => ({
  command,
  cents,
  askedBy: asked_by_name,
});
