import type { Kysely } from "kysely";
import { originalCents } from "#lib/forms/follow-up.ts";
import {
  changesPayment,
  commandNames,
  commands,
  paysOut,
  restoresPayment,
  takesMoney,
  voidsPayment,
} from "#lib/gateway/commands.ts";
import { type TransactionDetail, transactionDetail } from "#lib/gateway/schemas/transaction.ts";
import { toCents } from "#lib/money.ts";
import {
  type OtherCredit,
  type OwnCredit,
  type RefundedPayment,
  type RefundTotals,
  toRefundTotals,
  type UnnamedCredit,
} from "#lib/payments/refund-totals.ts";
import type { Database } from "#server/db/database.ts";
import { db } from "#server/db/db.ts";
import type { AttemptRow } from "#server/db/tables/payments/attempts.ts";
import {
  findCreditsElsewhere,
  findSaleOf,
  findUnvoidedSince,
  findVoidedElsewhere,
} from "#server/gateway-cache/credits.ts";
import { listByTransaction } from "../attempts/attempt-queries.ts";
import { hasNoOutcome, isWaiting, tookEffect } from "../attempts/attempt-row.ts";
import { findOwn, listEffective, listFinishedNaming, listSameCard } from "../attempts/payment-queries.ts";
import { findBulkCredits, findBulkRow } from "./bulk-credits.ts";

type Store = Pick<Kysely<Database>, "selectFrom">;

/**
 * What was given back against a payment, from everything the console knows: attempts, the gateway cache, events. `isConfirmed`:
 * without what only a person decided.
 */
export async function readRefundTotals(
  original: TransactionDetail,
  { isConfirmed = false } = {},
): Promise<RefundTotals> {
  return readRefundTotalsIn(db(), original, await findOthers(original), { isConfirmed });
}

/** Refunds made elsewhere that name this payment; with those in `openBatch`, where it was read. */
async function findOthers(
  original: TransactionDetail,
  openBatch?: readonly TransactionDetail[],
): Promise<OtherCredit[]> {
  return (await findOthersAndUnnamed(original, openBatch)).others;
}

/** Refunds made elsewhere that name this payment, and separately those to the same card that name no payment and were not made by this console. */
export async function findOthersAndUnnamed(
  original: TransactionDetail,
  openBatch?: readonly TransactionDetail[],
): Promise<{ others: OtherCredit[]; unnamed: UnnamedCredit[] }> {
  const { named, unnamed } = await findCreditsElsewhere(original, openBatch);
  const keys = [...named, ...unnamed].map(({ key }) => key);
  if (keys.length === 0) return { others: [], unnamed: [] };
  const references = [...named, ...unnamed].flatMap((one) => one.references ?? []);
  // Refunds that this console made for another payment of the same order don't count here.
  const ours = await findOwn(keys, references);
  const voided = await findVoided(db(), keys);
  const isOther = ({ key, references: carried = [] }: OtherCredit) =>
    !ours.some(({ transaction_key: made, reference }) =>
      made === null ? carried.includes(reference) : made === key,
    );
  // Of an order that was charged to this card twice a refund may be of either payment: it is asked about.
  const isShared = await isOrderShared(original);
  const asked = isShared ? [...named.map((one) => ({ ...one, created: undefined })), ...unnamed] : unnamed;
  return {
    others: isShared ? [] : named.filter(isOther),
    unnamed: asked.filter(isOther).filter(({ key }) => !voided.has(key)),
  };
}

/** Whether this console charged the same card for the same order more than once: a refund may be of the other payment. */
async function isOrderShared({ key, orderid }: TransactionDetail): Promise<boolean> {
  if (!key || !orderid) return false;
  const rows = await listSameCard(key);
  return rows.some((row) => tookEffect(row) && JSON.parse(row.request).orderid === orderid);
}

/** The commands of this console that made a transaction, the first one first; not those that only changed it. */
export async function findMaking({ key, refnum }: TransactionDetail): Promise<AttemptRow[]> {
  const names = [key, refnum].flatMap((name) => name ?? []);
  if (names.length === 0) return [];
  const rows = await listByTransaction(names);
  return rows.filter((row) => row.transaction_key !== row.original_key && tookEffect(row));
}

/** The payment that a refund gave money back of, made here or elsewhere; undefined when no payment of it is known here. */
export async function findRefunded(
  refund: TransactionDetail,
  openBatch: readonly TransactionDetail[] = [],
): Promise<RefundedPayment | undefined> {
  const made = (await findMaking(refund)).find(({ command }) => crediting.includes(command));
  const before = transactionDetail.safeParse(JSON.parse(made?.original_before ?? "{}")).data;
  const key = made ? (before?.key ?? made.original_key) : (await findBulkRow(refund))?.trankey;
  const payment = made || key ? before : await findRefundedElsewhere(refund, openBatch);
  const paymentKey = key ?? payment?.key;
  return paymentKey ? { key: paymentKey, cents: payment && originalCents(payment) } : undefined;
}

/**
 * The payment that a refund made elsewhere names by its order id or invoice: from the gateway cache, or taken here.
 * Undefined when it names none, or more than one equally well.
 */
export async function findRefundedElsewhere(
  refund: TransactionDetail,
  openBatch: readonly TransactionDetail[],
): Promise<TransactionDetail | undefined> {
  const names = [refund.orderid, refund.invoice].flatMap((name) => name || []);
  if (names.length === 0) return undefined;
  const rows = await listFinishedNaming(names, charging);
  return await findSaleOf(refund, rows.filter(tookEffect).flatMap(toPayment), openBatch);
}

/** A payment taken here as its answer shows it; an answer need not repeat the card, the order id or the invoice. */
function toPayment({ transaction_key: key, answer, request }: AttemptRow): TransactionDetail[] {
  if (!key) return [];
  const { orderid, invoice, creditcard, check } = JSON.parse(request);
  const shown = transactionDetail.safeParse({
    orderid,
    invoice,
    creditcard,
    check,
    ...JSON.parse(answer ?? "{}"),
  });
  return shown.success ? [{ ...shown.data, key }] : [];
}

export const charging = commandNames.filter(takesMoney);

/** What was given back of a payment, read in the caller's transaction without the attempt or bulk file that is about to be sent. */
export async function readRefundTotalsIn(
  store: Store,
  original: TransactionDetail,
  others: readonly OtherCredit[],
  {
    exceptId,
    exceptFile,
    isConfirmed = false,
  }: { exceptId?: string; exceptFile?: string | undefined; isConfirmed?: boolean } = {},
): Promise<RefundTotals> {
  const rows = (await findOwnCredits(store, original)).filter(
    (row) => row.id !== exceptId && !(isConfirmed && isDecided(row)),
  );
  const own = [...rows.map(toOwnCredit), ...(await findBulkCredits(store, original, exceptFile))];
  const keys = [...own, ...others].flatMap(({ key }) => key ?? []);
  return toRefundTotals(original, own, others, await findVoided(store, keys, exceptId));
}

/**
 * Whether this console voided, restored, captured or lowered the payment after it was read: its amount may be another now. Refunds
 * are added up, so they don't count here.
 */
export async function hasChangedSince(
  store: Store,
  { key, refnum }: TransactionDetail,
  askedAt: number,
): Promise<boolean> {
  const names = [key, refnum].flatMap((name) => name ?? []);
  const rows = await listEffective(store, names, changing);
  return rows.some((row) => (row.outcome_at ?? 0) >= askedAt && tookEffect(row));
}

/** Commands after which a payment may be worth another amount. */
export const changing = commandNames.filter(changesPayment);

export const crediting = commandNames.filter(paysOut);

async function findOwnCredits(store: Store, { key, refnum }: TransactionDetail): Promise<AttemptRow[]> {
  const names = [key, refnum].flatMap((name) => name ?? []);
  const rows = await listEffective(store, names, crediting);
  return rows.filter((row) => hasNoOutcome(row) || tookEffect(row));
}

export function toOwnCredit(row: AttemptRow): OwnCredit {
  const answer = transactionDetail.safeParse(JSON.parse(row.answer ?? "{}")).data;
  const before = transactionDetail.safeParse(JSON.parse(row.original_before ?? "{}")).data;
  const answered = toCents(answer?.auth_amount ?? answer?.amount ?? "");
  return {
    command: row.command,
    key: row.transaction_key ?? undefined,
    // A reduction answers with what is left, and a partial credit with what was given.
    cents:
      commands[row.command].money === "lowers"
        ? (row.amount_cents ?? undefined)
        : (answered ?? row.amount_cents ?? undefined),
    hasNoOutcome: hasNoOutcome(row),
    isWaiting: isWaiting(row),
    wasSettled: before?.status_code === "S",
  };
}

/**
 * Held until the commit by everything that compares a refund with what is left and records it: of a counter refund and a
 * bulk file at the same moment, the second sees the first.
 */
export async function lockRefunds(store: Pick<Kysely<Database>, "insertInto">): Promise<void> {
  const lock = { holder: "refunds", until: Date.now() };
  await store
    .insertInto("leases")
    .values({ name: "refunds", ...lock })
    .onConflict((conflict) => conflict.column("name").doUpdateSet(lock))
    .execute();
}

/** Commands that void a transaction, or undo that. */
export const voiding = commandNames.filter((name) => voidsPayment(name) || restoresPayment(name));

/**
 * Which of these transactions are voided, by this console or elsewhere, as last heard of. One whose void is being undone
 * is not; `exceptId` is the attempt that is about to undo one.
 */
export async function findVoided(
  store: Store,
  keys: readonly string[],
  exceptId?: string,
): Promise<Set<string>> {
  if (keys.length === 0) return new Set();
  const voided = new Map<string, number>();
  const note = (key: string, at: number) => voided.set(key, Math.max(at, voided.get(key) ?? 0));
  const { readings, events } = await findVoidedElsewhere(store, keys);
  for (const { key, at } of readings) note(key, at);
  const steps = await listEffective(store, keys, voiding);
  // An event may come late: after an undone void it may be the one of the earlier void.
  const restored = new Set(steps.filter(isRestoring).map(({ original_key }) => original_key));
  for (const { key, at } of events) if (!restored.has(key)) note(key, at);
  for (const row of steps.filter(tookEffect)) {
    const { command, original_key: key, outcome_at: at } = row;
    if (key === null) continue;
    if (restoresPayment(command)) {
      if ((at ?? 0) >= (voided.get(key) ?? 0)) voided.delete(key);
    } else if (!isDecided(row)) note(key, at ?? 0);
  }
  for (const row of steps)
    if (restoresPayment(row.command) && hasNoOutcome(row) && row.id !== exceptId)
      voided.delete(row.original_key ?? "");
  for (const key of await findUnvoidedSince(store, voided)) voided.delete(key);
  return new Set(voided.keys());
}

const isRestoring = (row: AttemptRow) => restoresPayment(row.command) && tookEffect(row);

/**
 * Which of these transactions are voided for certain: the gateway approved a void of this console, and nothing shows that
 * it was undone. What only an event, a reading or a person's decision shows is left out.
 */
export async function findVoidedHere(store: Store, keys: readonly string[]): Promise<Set<string>> {
  const voided = [...(await findVoided(store, keys))];
  const here = new Set<string>();
  if (voided.length === 0) return here;
  for (const row of (await listEffective(store, voided, voiding)).filter(tookEffect)) {
    if (row.original_key === null) continue;
    if (voidsPayment(row.command) && !isDecided(row)) here.add(row.original_key);
    else here.delete(row.original_key);
  }
  return here;
}

/** A decision about a lost answer frees no money: the gateway's answer, a reading or an event does. */
export const isDecided = ({ answer, state }: AttemptRow): boolean => state === "resolved" && answer === null;

/** Which of these transactions are voided, or have a void whose outcome is not known. */
export async function findMaybeVoided(store: Store, keys: readonly string[]): Promise<Set<string>> {
  if (keys.length === 0) return new Set();
  const voided = await findVoided(store, keys);
  for (const row of await listEffective(store, keys, voiding))
    if (voidsPayment(row.command) && row.original_key && hasNoOutcome(row)) voided.add(row.original_key);
  return voided;
}
