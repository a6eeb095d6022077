import type { Kysely } from "kysely";
import { paysOut } from "#lib/bulk/approval.ts";
import type { SentRow } from "#lib/bulk/sent-rows.ts";
import { formatCount } from "#lib/format/counts.ts";
import { formatMoney } from "#lib/format/money.ts";
import { type CommandName, commands, takesMoney } from "#lib/gateway/commands.ts";
import { type TransactionDetail, transactionDetail } from "#lib/gateway/transaction.ts";
import { type OtherCredit, toGivenBack } from "#lib/given-back.ts";
import { toDecimal } from "#lib/money.ts";
import type { Database } from "#server/db/database.ts";
import { db } from "#server/db/db.ts";
import { crediting, findOthers, givenBackWith, lockRefunds } from "#server/journal/given-back.ts";
import { tookEffect } from "#server/journal/store.ts";

/** Holds the rows of a file that give an earlier payment's money back to what is left of it, by what the console knows. */

/** `cents` is null where the row gives the whole payment back. */
export type Payout = { row: number; command: CommandName; trankey: string; cents: number | null };
type SentPayout = Payout & { line: number };

type Store = Pick<Kysely<Database>, "selectFrom">;

/** Collects the payouts of a file while its rows stream, in the order in which they are sent. */
export class PayoutList {
  readonly payouts: SentPayout[] = [];
  /** Line 1 is the header. */
  #line = 1;

  see({ row, cells, check: { command, amountCents } }: SentRow): void {
    this.#line += 1;
    const trankey = cells.trankey?.trim();
    if (trankey && paysOut(command))
      this.payouts.push({ row, line: this.#line, command, trankey, cents: amountCents ?? null });
  }
}

/** Why the file's payouts may not leave, in words; undefined once they are written down and count as given back. */
export async function reservePayouts(
  fileId: string,
  payouts: readonly SentPayout[],
): Promise<string | undefined> {
  if (payouts.length === 0) return undefined;
  const known = await findOriginals(payouts);
  try {
    await db()
      .transaction()
      .execute(async (store) => {
        await lockRefunds(store);
        await store.deleteFrom("bulk_payouts").where("file_id", "=", fileId).execute();
        const over = await findOver(store, payouts, known, fileId);
        if (over) throw new OverLeft(over);
        for (const some of inPieces(payouts))
          await store
            .insertInto("bulk_payouts")
            .values(some.map((payout) => ({ file_id: fileId, ...payout })))
            .execute();
      });
    return undefined;
  } catch (error) {
    if (error instanceof OverLeft) return error.message;
    throw error;
  }
}

/** The same question when a file is submitted, before anybody releases it. `isKnown`: every original is known here. */
export async function checkPayouts(
  fileId: string,
  payouts: readonly Payout[],
): Promise<{ over: string | undefined; isKnown: boolean }> {
  const known = await findOriginals(payouts);
  return {
    over: await findOver(db(), payouts, known, fileId),
    isKnown: payouts.every(({ trankey }) => known.has(trankey)),
  };
}

/** Undoes the writing. */
class OverLeft extends Error {}

type Original = { transaction: TransactionDetail; others: readonly OtherCredit[] };

async function findOver(
  store: Store,
  payouts: readonly Payout[],
  known: ReadonlyMap<string, Original>,
  fileId: string,
): Promise<string | undefined> {
  const touched = await findTouched(store, known.values());
  const left = new Map<Original, number>();
  for (const { row, trankey, cents } of payouts) {
    const original = known.get(trankey);
    if (!original) continue;
    const { transaction, others } = original;
    const isTouched = touched.has(transaction.key ?? "") || touched.has(transaction.refnum ?? "");
    const { soldCents, leftCents } =
      isTouched || others.length > 0
        ? await givenBackWith(store, transaction, others, { exceptFile: fileId })
        : toGivenBack(transaction, [], [], new Set());
    const before = left.get(original) ?? leftCents;
    const after = before - (cents ?? soldCents);
    if (after < 0)
      return `Row ${formatCount(row)} gives back ${formatMoney(cents ?? soldCents)} on payment ${trankey}, but only ${formatMoney(before)} is left of it.`;
    left.set(original, after);
  }
  return undefined;
}

/** Which of these payments this console gave money back on, or may have: most rows of a long file need no further look. */
async function findTouched(store: Store, originals: Iterable<Original>): Promise<Set<string>> {
  const touched = new Set<string>();
  const all = [...originals].flatMap(({ transaction: { key, refnum } }) => [key ?? [], refnum ?? []].flat());
  for (const names of inPieces([...new Set(all)])) {
    const attempts = await store
      .selectFrom("attempts")
      .select("original_key")
      .where("original_key", "in", names)
      .where("command", "in", crediting)
      .execute();
    const rows = await store
      .selectFrom("bulk_payouts")
      .select("trankey")
      .where("trankey", "in", names)
      .execute();
    for (const { original_key } of attempts) touched.add(original_key ?? "");
    for (const { trankey } of rows) touched.add(trankey);
  }
  touched.delete("");
  return touched;
}

const charging = (Object.keys(commands) as CommandName[]).filter(takesMoney);
/** Refunds made elsewhere and reference numbers are looked for so many times for a file: each is a search of its own. */
const mostSearched = 200;

/** The payments that the rows name, as far as the console knows them: taken here or read from the gateway before. */
async function findOriginals(payouts: readonly Payout[]): Promise<Map<string, Original>> {
  const known = new Map<string, Original>();
  const add = async (transaction: TransactionDetail) => {
    const others = known.size < mostSearched ? await findOthers(transaction) : [];
    const original = { transaction, others };
    for (const name of [transaction.key, transaction.refnum]) if (name) known.set(name, original);
  };
  const names = [...new Set(payouts.map(({ trankey }) => trankey))];
  let searched = 0;
  for (const some of inPieces(names)) {
    const kept = await db()
      .selectFrom("ledger_transactions")
      .select("detail")
      .where((eb) => eb.or([eb("key", "in", some), eb("refnum", "in", some)]))
      .execute();
    for (const { detail } of kept) await add(JSON.parse(detail));
    const refnums = some
      .filter((name) => /^\d+$/.test(name) && !known.has(name))
      .slice(0, mostSearched - searched);
    searched += refnums.length;
    const taken = await db()
      .selectFrom("attempts")
      .selectAll()
      .where((eb) =>
        eb.or([
          eb("transaction_key", "in", some),
          // A payment taken here has its reference number in its answer alone.
          ...refnums.map((refnum) => eb("answer", "like", `%"refnum":"${refnum}"%`)),
        ]),
      )
      .where("command", "in", charging)
      .where("state", "in", ["answered", "resolved"])
      .execute();
    for (const row of taken.filter(tookEffect)) {
      if (!row.transaction_key || known.has(row.transaction_key)) continue;
      const answer = transactionDetail.safeParse(JSON.parse(row.answer ?? "{}")).data;
      await add({
        orderid: JSON.parse(row.request).orderid,
        invoice: JSON.parse(row.request).invoice,
        ...answer,
        amount: answer?.amount ?? (row.amount_cents === null ? undefined : toDecimal(row.amount_cents)),
        key: row.transaction_key,
      } as TransactionDetail); // every field of it may be missing
    }
  }
  return known;
}

function* inPieces<One>(all: readonly One[], size = 200): Generator<One[]> {
  for (let start = 0; start < all.length; start += size) yield all.slice(start, start + size);
}
