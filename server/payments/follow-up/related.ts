import { commands, holdsMoney, type MoneyEffect, takesMoney } from "#lib/gateway/commands.ts";
import type { TransactionDetail } from "#lib/gateway/schemas/transaction.ts";
import type { RelatedPayment, Relation } from "#lib/payments/related-payment.ts";
import { isRefund } from "#lib/payments/transaction-labels.ts";
import { db } from "#server/db/db.ts";
import type { AttemptRow } from "#server/db/tables/payments/attempts.ts";
import { listByOriginal } from "../attempts/attempt-queries.ts";
import { tookEffect } from "../attempts/attempt-row.ts";
import { signedCents } from "../attempts/signed-cents.ts";
import { findFirst, listParts } from "./order-balance.ts";
import { findMaking, findOthersAndUnnamed, findVoided } from "./refund-totals.ts";

/** The transactions that belong to this one, in both directions: made here, or elsewhere if they name it. */
export async function findRelated(transaction: TransactionDetail): Promise<RelatedPayment[]> {
  const making = await findMaking(transaction);
  const found: Found[] = [
    ...toOriginals(making),
    ...(await findMade(transaction)),
    ...(await findRefundsElsewhere(transaction)),
    ...(await findOfSameOrder(making)),
  ].filter(({ key }) => key !== transaction.key);
  const unique = [...Map.groupBy(found, ({ key }) => key).values()].flatMap(([first]) => first ?? []);
  const voided = await findVoided(
    db(),
    unique.map(({ key }) => key),
  );
  return unique.map((one) => ({ ...one, isVoided: voided.has(one.key) }));
}

type Found = Omit<RelatedPayment, "isVoided">;

/** What this one was made of; of a refund its reading knows that better. */
function toOriginals(making: readonly AttemptRow[]): Found[] {
  return making.flatMap((row) => {
    const relation = relationOf(row);
    return row.original_key && relation ? [{ relation: reverse[relation], key: row.original_key }] : [];
  });
}

/** What this console made of it. */
async function findMade({ key, refnum }: TransactionDetail): Promise<Found[]> {
  const names = [key, refnum].flatMap((name) => name ?? []);
  const rows = names.length > 0 ? await listByOriginal(names) : [];
  return rows.filter(tookEffect).flatMap((row) => {
    const relation = relationOf(row);
    return relation ? toFound(relation, row) : [];
  });
}

async function findRefundsElsewhere(transaction: TransactionDetail): Promise<Found[]> {
  if (isRefund(transaction)) return [];
  const { others } = await findOthersAndUnnamed(transaction);
  return others.map(({ key, cents }) => ({ relation: "refund", key, cents }));
}

/** The other payments of an order that was approved in parts. */
async function findOfSameOrder([row]: readonly AttemptRow[]): Promise<Found[]> {
  if (!row || !takesMoney(row.command)) return [];
  const first = await findFirst(row);
  const parts = await listParts(db(), first.id);
  return [first, ...parts]
    .filter((part) => part.id !== row.id && tookEffect(part))
    .flatMap((part) => toFound("sameOrder", part));
}

function toFound(relation: Relation, row: AttemptRow): Found[] {
  if (row.transaction_key === null) return [];
  const cents = signedCents(row);
  return [
    {
      relation,
      key: row.transaction_key,
      ...(cents !== undefined && { cents: Math.abs(cents) }),
      at: row.outcome_at ?? row.prepared_at,
      userName: row.user_name,
    },
  ];
}

const reverse = { refund: "refundOf", repeat: "repeatOf", recapture: "recaptureOf" } as const;

/** What the transaction of a command is to the one it acted on; undefined where it made none of its own. */
function relationOf({
  command,
  transaction_key,
  original_key,
}: AttemptRow): keyof typeof reverse | undefined {
  if (transaction_key === null || transaction_key === original_key || holdsMoney(command)) return undefined;
  return relations[commands[command].money];
}

const relations: Partial<Record<MoneyEffect, keyof typeof reverse>> = {
  takes: "repeat",
  collects: "recapture",
  refunds: "refund",
  credits: "refund",
  lowers: "refund",
  voidsOrRefunds: "refund",
};
