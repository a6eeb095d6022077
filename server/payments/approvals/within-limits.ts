import { randomUUID } from "node:crypto";
import type { Kysely, Transaction } from "kysely";
import { businessDayBounds, businessDayOf } from "#lib/business-day.ts";
import { formatMoney } from "#lib/format/money.ts";
import type { CommandRight } from "#lib/gateway/commands.ts";
import type { ApprovalAsk, Approver } from "#lib/payments/approval.ts";
import { exceeded, isMoneyRight } from "#lib/payments/money-limits.ts";
import type { MoneyLimit, MoneyRight, Role } from "#lib/permissions.ts";
import { record } from "#server/audit/record.ts";
import { limitsOf } from "#server/auth/roles/access.ts";
import { businessClock } from "#server/books/business-clock.ts";
import type { Database } from "#server/db/database.ts";
import { db } from "#server/db/db.ts";
import type { AttemptRow } from "#server/db/tables/payments/attempts.ts";
import { lockName } from "#server/sql/lock.ts";
import { noteApprover, usedToday } from "../attempts/limit-use.ts";
import { findApproving } from "./approvers.ts";
import { consumeRequest } from "./request-rows.ts";

/** What an attempt must stay within, or who approved that it doesn't. */
export type MoneyCheck = {
  right: MoneyRight;
  limit: MoneyLimit;
  /** The business day it counts for, epoch ms. */
  from: number;
  until: number;
  /** Of a payment that is raised: what the day's sum of its command's own right may be. */
  own?: { right: MoneyRight; limit: MoneyLimit };
  /** Has given their password for it, at the workstation or for the request with this id. */
  approver?: ApprovedBy | undefined;
  /** Nothing is to be recorded: it is only asked what needs approval. */
  onlyAsks?: boolean | undefined;
};

export type ApprovedBy = Pick<Approver, "id" | "name"> & { request?: string };

type Limited = Pick<
  AttemptRow,
  "id" | "user_id" | "user_name" | "command" | "amount_cents" | "original_key" | "prepared_at" | "digest"
> &
  Partial<Pick<AttemptRow, "raised_cents">> & { money?: MoneyCheck | undefined };

/** The limits of a role for what a command needs; undefined when it has none. `raisesAmount`: it takes more than the payment did. */
export function moneyCheckOf(
  role: Role,
  right: CommandRight,
  at: number,
  {
    raisesAmount = false,
    approver,
    onlyAsks,
  }: Pick<MoneyCheck, "approver" | "onlyAsks"> & { raisesAmount?: boolean | undefined } = {},
): MoneyCheck | undefined {
  if (!isMoneyRight(right)) return undefined;
  const limits = limitsOf(role);
  const counted = raisesAmount && limits.charge ? "charge" : right;
  const limit = limits[counted];
  if (!limit) return undefined;
  const clock = businessClock();
  const ownDay = counted === right ? undefined : limits[right]?.dayCents;
  return {
    right: counted,
    limit: counted === right ? limit : within(limit, limits[right]),
    ...(ownDay !== undefined && { own: { right, limit: { dayCents: ownDay } } }),
    ...businessDayBounds(clock, businessDayOf(clock, at)),
    approver,
    onlyAsks,
  };
}

/** What counts toward one limit and may be no more than another allows at once. */
function within(
  limit: MoneyLimit,
  { transactionCents = Number.POSITIVE_INFINITY }: MoneyLimit = {},
): MoneyLimit {
  const cents = Math.min(limit.transactionCents ?? Number.POSITIVE_INFINITY, transactionCents);
  return Number.isFinite(cents) ? { ...limit, transactionCents: cents } : limit;
}

/**
 * Records an attempt by `write` in one commit, unless it exceeds a limit of its person without an approval: then it throws
 * `NeedsApprovalError` and leaves no trace. Attempts of one person follow each other from here to their commit, so that two
 * workstations never exceed a day's limit together. An approval is written and used up in the same commit.
 */
export async function recordWithin(
  row: Limited,
  write: (store: Transaction<Database>) => Promise<void>,
  connection: Kysely<Database> = db(),
): Promise<void> {
  await connection.transaction().execute(async (store) => {
    await lockPeople(store, row);
    await write(store);
    // Last: the approver is asked once, when nothing else is against it.
    await requireWithin(store, row);
  });
}

/** Rolls the transaction back: nothing was recorded. */
export class NotRecordedError extends Error {}

/** It was only asked whether it needs approval, and it needs none. */
export class NeedsNoApprovalError extends NotRecordedError {}

/** It exceeds a limit, and no one whose limits cover it has approved it. */
export class NeedsApprovalError extends NotRecordedError {
  readonly ask: Omit<ApprovalAsk, "approvers">;

  constructor(ask: Omit<ApprovalAsk, "approvers">) {
    super("the payment needs approval");
    this.ask = ask;
  }
}

/** In one order everywhere: the one who acts may approve somebody else's at the same moment. */
async function lockPeople(store: Transaction<Database>, { money, user_id }: Limited): Promise<void> {
  if (!money) return;
  const ids = [user_id, ...(money.approver ? [money.approver.id] : [])];
  for (const id of ids.toSorted()) await lockName(store, `money of ${id}`);
}

async function requireWithin(store: Transaction<Database>, row: Limited): Promise<void> {
  const { money, amount_cents, user_id, command } = row;
  if (!money) return;
  const { approver, onlyAsks } = money;
  const cents = amount_cents ?? 0;
  const asks: Omit<ApprovalAsk, "approvers">[] = [];
  for (const { right, limit } of [money, ...(money.own ? [money.own] : [])]) {
    const usedCents =
      limit.dayCents === undefined ? 0 : await usedToday(store, user_id, { ...money, right }, row.id);
    const over = exceeded(limit, cents, usedCents, addedTo(right, row));
    if (over) asks.push({ right, command, cents, limit, over, usedCents });
  }
  const [ask] = asks;
  if (!ask && onlyAsks) throw new NeedsNoApprovalError();
  if (!ask) return;
  if (!approver) throw new NeedsApprovalError(ask);
  if (!(await consumeRequest(store, row, approver)))
    throw new NeedsApprovalError({ ...ask, problem: approvalEnded });
  for (const { right } of asks) {
    const asked = { ...money, right, cents, addedCents: addedTo(right, row), askedBy: user_id };
    if (!(await findApproving(store, approver.id, asked)))
      throw new NeedsApprovalError({ ...ask, problem: cantApprove(approver, cents) });
  }
  await writeApproval(store, row, { right: ask.right, cents, approver });
}

/** What an attempt adds to the day's sum of a right. */
const addedTo = (right: MoneyRight, { amount_cents, raised_cents }: Limited): number =>
  (right === "charge" ? raised_cents : undefined) ?? amount_cents ?? 0;

export const approvalEnded = "Its approval has ended. Nothing was sent.";

export const cantApprove = ({ name }: Pick<ApprovedBy, "name">, cents: number) =>
  `${name} can't approve ${formatMoney(cents)} now. Nothing was sent.`;

async function writeApproval(
  store: Transaction<Database>,
  row: Limited,
  {
    right,
    cents,
    approver,
  }: Pick<ApprovalAsk, "right" | "cents"> & { approver: Pick<Approver, "id" | "name"> },
): Promise<void> {
  const at = row.prepared_at;
  await store
    .insertInto("approvals")
    .values({
      id: randomUUID(),
      attempt_id: row.id,
      money_right: right,
      cents,
      transaction_key: row.original_key,
      asked_by: row.user_id,
      asked_by_name: row.user_name,
      approved_by: approver.id,
      approved_by_name: approver.name,
      at,
    })
    .execute();
  await noteApprover(store, row.id, { name: approver.name, at });
  await record(store, {
    name: "payment.approved",
    by: { id: approver.id, name: approver.name },
    subject: row.id,
    at,
    fields: { right, cents, askedBy: row.user_name },
  });
}
