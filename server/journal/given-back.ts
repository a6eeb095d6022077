import type { Kysely } from "kysely";
import { type CommandName, commands, givesMoneyBack } from "#lib/gateway/commands.ts";
import { type TransactionDetail, transactionDetail } from "#lib/gateway/transaction.ts";
import {
  type GivenBack,
  type OtherCredit,
  type OwnCredit,
  toGivenBack,
  type UnnamedCredit,
} from "#lib/given-back.ts";
import { toCents } from "#lib/money.ts";
import type { Database } from "#server/db/database.ts";
import { db } from "#server/db/db.ts";
import { findCreditsElsewhere, findVoidedElsewhere } from "#server/ledger/credits.ts";
import { findBulkCredits } from "./bulk-credits.ts";
import { type AttemptRow, isUnsettled, tookEffect, unsettledStates } from "./store.ts";

type Store = Pick<Kysely<Database>, "selectFrom">;

/** What was given back against a payment, from everything the console knows: its journal, the gateway cache, events. */
export async function readGivenBack(original: TransactionDetail): Promise<GivenBack> {
  return givenBackWith(db(), original, await findOthers(original));
}

/** Refunds made elsewhere that name this payment. `live`: also those in the open batch, for one request. */
export async function findOthers(
  original: TransactionDetail,
  options?: { live?: boolean },
): Promise<OtherCredit[]> {
  return (await findOthersAndUnnamed(original, options)).others;
}

/** The same, with refunds to the same card that name no payment and were not made by this console. */
export async function findOthersAndUnnamed(
  original: TransactionDetail,
  options?: { live?: boolean },
): Promise<{ others: OtherCredit[]; unnamed: UnnamedCredit[] }> {
  const { named, unnamed } = await findCreditsElsewhere(original, options);
  const keys = [...named, ...unnamed].map(({ key }) => key);
  if (keys.length === 0) return { others: [], unnamed: [] };
  const references = [...named, ...unnamed].flatMap((one) => one.references ?? []);
  // What this console made for another payment of the same order is not this one's.
  const ours = await db()
    .selectFrom("attempts")
    .select(["transaction_key", "reference"])
    .where((eb) =>
      eb.or([
        eb("transaction_key", "in", keys),
        // Still under way, it has no key yet.
        ...(references.length > 0
          ? [eb.and([eb("reference", "in", references), eb("state", "in", unsettledStates)])]
          : []),
      ]),
    )
    .execute();
  const voided = await findVoided(db(), keys);
  const isOther = ({ key, references: carried = [] }: OtherCredit) =>
    !ours.some(({ transaction_key: made, reference }) =>
      made === null ? carried.includes(reference) : made === key,
    );
  return {
    others: (await isOrderShared(original)) ? [] : named.filter(isOther),
    unnamed: unnamed.filter(isOther).filter(({ key }) => !voided.has(key)),
  };
}

/** Whether this console charged the same card for the same order more than once: a refund may be of the other payment. */
async function isOrderShared({ key, orderid }: TransactionDetail): Promise<boolean> {
  if (!key || !orderid) return false;
  const rows = await db()
    .selectFrom("attempts")
    .selectAll()
    .where("fingerprint", "=", ({ selectFrom }) =>
      selectFrom("attempts as made")
        .select("made.fingerprint")
        .where("made.transaction_key", "=", key)
        .where("made.fingerprint", "is not", null)
        .limit(1),
    )
    .where("transaction_key", "!=", key)
    .execute();
  return rows.some((row) => tookEffect(row) && JSON.parse(row.request).orderid === orderid);
}

/** The same inside a caller's commit, leaving out the attempt or the bulk file that is about to be sent. */
export async function givenBackWith(
  store: Store,
  original: TransactionDetail,
  others: readonly OtherCredit[],
  { exceptId, exceptFile }: { exceptId?: string; exceptFile?: string | undefined } = {},
): Promise<GivenBack> {
  const rows = (await findOwnCredits(store, original)).filter(({ id }) => id !== exceptId);
  const own = [...rows.map(toOwnCredit), ...(await findBulkCredits(store, original, exceptFile))];
  const keys = [...own, ...others].flatMap(({ key }) => key ?? []);
  return toGivenBack(original, own, others, await findVoided(store, keys, exceptId));
}

export const crediting = (Object.keys(commands) as CommandName[]).filter(
  (name) => givesMoneyBack(name) || name === "creditvoid" || name === "refund:adjust",
);

async function findOwnCredits(store: Store, { key, refnum }: TransactionDetail): Promise<AttemptRow[]> {
  const names = [key, refnum].flatMap((name) => name ?? []);
  if (names.length === 0) return [];
  const rows = await store
    .selectFrom("attempts")
    .selectAll()
    .where("original_key", "in", names)
    .where("command", "in", crediting)
    .where("state", "in", [...unsettledStates, "answered", "resolved"])
    .execute();
  return rows.filter((row) => isUnsettled(row) || tookEffect(row));
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
      row.command === "refund:adjust"
        ? (row.amount_cents ?? undefined)
        : (answered ?? row.amount_cents ?? undefined),
    isUnsettled: isUnsettled(row),
    wasSettled: before?.status_code === "S",
  };
}

/**
 * Whatever compares a refund with what is left and writes it down holds this until its commit: of a counter refund and a
 * bulk file at the same moment the second sees the first.
 */
export async function lockRefunds(store: Pick<Kysely<Database>, "insertInto">): Promise<void> {
  const lock = { holder: "refunds", until: Date.now() };
  await store
    .insertInto("leases")
    .values({ name: "refunds", ...lock })
    .onConflict((conflict) => conflict.column("name").doUpdateSet(lock))
    .execute();
}

/**
 * Which of these refunds have been voided, by this console or elsewhere. A refund whose void is being undone is given
 * back until the answer says otherwise; `exceptId` is the attempt that is about to undo one.
 */
export async function findVoided(
  store: Store,
  keys: readonly string[],
  exceptId?: string,
): Promise<Set<string>> {
  if (keys.length === 0) return new Set();
  const voided = new Set(await findVoidedElsewhere(store, keys));
  const steps = await store
    .selectFrom("attempts")
    .selectAll()
    .where("original_key", "in", keys)
    .where("command", "in", ["void", "cc:void:release", "unvoid"])
    .where("state", "in", [...unsettledStates, "answered", "resolved"])
    .orderBy("settled_at")
    .execute();
  for (const { command, original_key } of steps.filter(tookEffect)) {
    if (original_key === null) continue;
    if (command === "unvoid") voided.delete(original_key);
    else voided.add(original_key);
  }
  for (const row of steps)
    if (row.command === "unvoid" && isUnsettled(row) && row.id !== exceptId)
      voided.delete(row.original_key ?? "");
  return voided;
}
