import type { Kysely, KyselyPlugin } from "kysely";
import type { TransactionDetail } from "#lib/gateway/schemas/transaction.ts";
import { transactionDetail } from "#lib/gateway/schemas/transaction.ts";
import { toCents } from "#lib/money.ts";
import type { Database } from "#server/db/database.ts";
import type { TestStore } from "#server/db/test-store.ts";
import type { Failpoint } from "#server/failpoint.ts";
import { processId } from "../recovery/alive.ts";
import { adoptInterrupted } from "../recovery/interrupted.ts";

/** For tests only: a console that dies at any statement of its store or at any failpoint, and starts again. */

/** Where it dies: before the n-th statement, or at a named point; undefined if it lives. */
export type Death = { statement: number } | { point: Failpoint } | undefined;

class ProcessDeadError extends Error {
  constructor() {
    super("the process of this test is dead");
  }
}

let left = Number.POSITIVE_INFINITY;
let armed: Failpoint | undefined;

/** Nothing of the store is reached after the death. */
const mortal: KyselyPlugin = {
  transformQuery: ({ node }) => {
    if (left <= 0) throw new ProcessDeadError();
    left -= 1;
    return node;
  },
  transformResult: async ({ result }) => result,
};

/** Instead of `failpoint`. In the midst of an exchange what was sent stays sent: only the store is out of reach. */
export function die(name: Failpoint): void {
  if (left > 0 && name !== armed) return;
  left = 0;
  if (name.startsWith("payments.") || name === "gateway.about-to-send") throw new ProcessDeadError();
}

/** Runs what people do at once, up to the death if there is one, and then starts the console again. */
export async function live(death: Death, acts: readonly (() => Promise<unknown>)[]): Promise<unknown[]> {
  left = death && "statement" in death ? death.statement : Number.POSITIVE_INFINITY;
  armed = death && "point" in death ? death.point : undefined;
  const ends = await Promise.allSettled(acts.map((act) => act()));
  const isDead = left <= 0;
  left = Number.POSITIVE_INFINITY;
  armed = undefined;
  const failed = ends.find((end) => end.status === "rejected");
  if (!isDead && failed) throw failed.reason;
  if (isDead) await restart();
  return ends.map((end) => (end.status === "fulfilled" ? end.value : undefined));
}

export const mortalOf = (store: TestStore): Kysely<Database> => store.db.withPlugin(mortal);

async function restart(): Promise<void> {
  const shared = globalThis as typeof globalThis & { [own: symbol]: unknown };
  delete shared[Symbol.for("merchant-console.process")];
  await adoptInterrupted([processId()]);
}

/** The gateway's own record of what it took and gave back since `known`. */
export async function readGateway(
  sandbox: { request(method: "GET", path: string): Promise<{ body: { data: unknown[] } }> },
  known: ReadonlySet<string>,
): Promise<TransactionDetail[]> {
  const { body } = await sandbox.request("GET", "/transactions?limit=1000");
  const all: TransactionDetail[] = body.data.map((one) => transactionDetail.parse(one));
  return all.filter(({ key, result_code: code }) => key && !known.has(key) && (code === "A" || code === "P"));
}

const isVoided = ({ trantype_code: type, status_code: status }: TransactionDetail) =>
  type === "V" || type === "Z" || status === "V" || status === "E";
const givesBack = ({ trantype_code: type = "" }: TransactionDetail) => "CRHE".includes(type);
const centsOf = ({ auth_amount, amount }: TransactionDetail) => toCents(auth_amount ?? amount ?? "0") ?? 0;

/** The payments that the gateway holds money of, whether or not some was refunded. */
export const salesIn = (record: readonly TransactionDetail[]) =>
  record.filter((one) => !isVoided(one) && !givesBack(one));
export const refundsIn = (record: readonly TransactionDetail[]) =>
  record.filter((one) => !isVoided(one) && givesBack(one));
export const sumOf = (list: readonly TransactionDetail[]) =>
  list.reduce((sum, one) => sum + Math.abs(centsOf(one)), 0);
export const heldCents = (record: readonly TransactionDetail[]) =>
  sumOf(salesIn(record)) - sumOf(refundsIn(record));
