import type { Attempt } from "#lib/attempt.ts";
import { keptFields } from "#lib/charge/fields/kept-fields.ts";
import { db } from "#server/db/db.ts";
import { hasNoOutcome, toAttempt, tookEffect } from "../attempts/attempt-row.ts";
import { stepsOf } from "../attempts/attempt-steps.ts";
import { type AttemptFilter, findRow, listRows } from "../attempts/attempts.ts";
import { findOrder, findOrderIds } from "../orders/orders.ts";
import { readBalance } from "../orders/read-orders.ts";
import { toCurrentAttempts } from "./current-state.ts";

/** One attempt with its steps, the current state of its payment and what its order still lacks, or undefined. */
export async function findCurrentAttempt(id: string): Promise<Attempt | undefined> {
  const row = await findRow(id);
  if (!row) return undefined;
  const steps = await stepsOf(id);
  // Both the page of a result and a form that is filled again after a reload begin with it.
  const form = row.original_key === null ? { form: keptFields(JSON.parse(row.request)) } : {};
  const order = await findOrder(db(), id);
  const more = { ...form, ...(order && { orderCents: order.total_cents }) };
  const balance = await readBalance(row);
  if (hasNoOutcome(row))
    return { ...toAttempt(row, steps), ...more, ...(balance && { current: { refundedCents: 0, balance } }) };
  const [attempt] = await toCurrentAttempts([row]);
  const current = { refundedCents: 0, ...attempt?.current, ...(balance && { balance }) };
  return attempt && { ...attempt, ...more, steps, current };
}

/** The newest attempts with the current state of their payments and what is left to collect of their orders. */
export async function listCurrentAttempts(filter: AttemptFilter): Promise<Attempt[]> {
  const rows = await listRows(filter);
  const attempts = await toCurrentAttempts(rows);
  const orders = await findOrderIds(rows.map(({ id }) => id));
  for (const [at, row] of rows.entries()) {
    const { current } = attempts[at] ?? {};
    const isOfOrder = orders.has(row.id) || (row.completes !== null && tookEffect(row));
    if (!current || hasNoOutcome(row) || !isOfOrder) continue;
    const balance = await readBalance(row);
    if (balance) current.balance = balance;
  }
  return attempts;
}
