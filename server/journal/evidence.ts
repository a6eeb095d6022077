import { commands } from "#lib/gateway/commands.ts";
import type { TransactionDetail } from "#lib/gateway/transaction.ts";
import { env } from "#server/env.ts";
import { read } from "#server/gateway/client.ts";
import { carriesReference } from "./reference.ts";
import type { AttemptRow } from "./store.ts";

/** What a look at the gateway shows about a lost answer (design: Flows, Money). Time alone decides nothing. */
export type Evidence =
  | { kind: "found"; transaction: TransactionDetail; text: string }
  | { kind: "unchanged"; text: string }
  | { kind: "none"; text: string };

const pageSize = 100;
const mostPages = 20;

/** Looks once, wherever this attempt could show. Costs at most a few requests of the resolver's lane. */
export async function lookForEvidence(row: AttemptRow): Promise<Evidence> {
  return commands[row.command].reference === "none" ? lookAtOriginal(row) : lookForReference(row);
}

async function lookForReference(row: AttemptRow): Promise<Evidence> {
  const listed = await searchList("listTransactions", {}, row);
  if (listed.kind === "found")
    return withDetail(
      listed.transaction,
      `Found by our reference ${row.reference} among the gateway's latest transactions.`,
    );
  const batch = await read("getBatch", { segments: { batch_key: "current" }, lane: "resolve" });
  const batchKey = batch.kind === "answered" ? batch.value.key : undefined;
  if (!batchKey)
    return {
      kind: "none",
      text: listed.searched
        ? "Not among the gateway's latest transactions yet."
        : "The gateway could not be searched yet.",
    };
  const inBatch = listed.searched
    ? listed
    : await searchList("listBatchTransactions", { batch_key: batchKey }, row);
  if (inBatch.kind === "found")
    return withDetail(inBatch.transaction, `Found by our reference ${row.reference} in the open batch.`);
  return {
    kind: "none",
    text: inBatch.searched ? "Not in the open batch yet." : "The gateway could not be searched yet.",
  };
}

/** Not every gateway lists transactions: one that does not is asked again only now and then. */
const noList = { until: 0, pauseMs: 10 * 60_000 };

type Search =
  | { kind: "found"; transaction: TransactionDetail; searched: true }
  | { kind: "nothing"; searched: boolean };

/** Pages a list until our reference shows, or it is over. */
async function searchList(
  name: "listTransactions" | "listBatchTransactions",
  segments: Record<string, string>,
  row: AttemptRow,
): Promise<Search> {
  if (name === "listTransactions" && Date.now() < noList.until) return { kind: "nothing", searched: false };
  for (let page = 0; page < mostPages; page += 1) {
    const query = { limit: pageSize, offset: page * pageSize };
    const answer = await read(name, { segments, query, lane: "resolve" });
    if (answer.kind !== "answered") {
      if (name === "listTransactions" && answer.kind === "refused" && answer.error.status === 404)
        noList.until = Date.now() + noList.pauseMs;
      return { kind: "nothing", searched: page > 0 };
    }
    const { data, total } = answer.value;
    const transaction = data.find((item) => carriesReference(item, row.reference));
    if (transaction) return { kind: "found", transaction, searched: true };
    // The list of all transactions is newest first: one page reaches well past the moment of sending.
    if (name === "listTransactions" || data.length < pageSize || (page + 1) * pageSize >= (total ?? 0)) break;
  }
  return { kind: "nothing", searched: true };
}

/** A list may hold less than the transaction itself. */
async function withDetail(transaction: TransactionDetail, text: string): Promise<Evidence> {
  if (transaction.key === undefined) return { kind: "found", transaction, text };
  const answer = await read("getTransaction", { segments: { trankey: transaction.key }, lane: "resolve" });
  return { kind: "found", transaction: answer.kind === "answered" ? answer.value : transaction, text };
}

/** For a command without a place for our reference: the state of its original, before and after. */
async function lookAtOriginal(row: AttemptRow): Promise<Evidence> {
  if (!row.original_key || !row.original_before)
    return { kind: "none", text: "Nothing at the gateway would show it." };
  const answer = await read("getTransaction", { segments: { trankey: row.original_key }, lane: "resolve" });
  if (answer.kind !== "answered") return { kind: "none", text: "The payment could not be read again yet." };
  const before: TransactionDetail = JSON.parse(row.original_before);
  if (stateOf(answer.value) !== stateOf(before))
    return {
      kind: "found",
      transaction: answer.value,
      text: `The payment has changed since: it is now ${answer.value.status ?? answer.value.trantype ?? "different"}.`,
    };
  // The command may still be on its way through the gateway: an unchanged payment proves nothing before that is over.
  const over = (row.sent_at ?? row.prepared_at) + 2 * env().gatewayTimeoutMs;
  return Date.now() > over
    ? { kind: "unchanged", text: "The payment was read again and has not changed." }
    : { kind: "none", text: "The payment has not changed yet." };
}

/** What commands change. The status and the batch change by themselves, too, when the batch closes. */
function stateOf({ trantype_code, amount, auth_amount, check, status_code }: TransactionDetail): string {
  return JSON.stringify([trantype_code, amount, auth_amount, check !== undefined && status_code === "V"]);
}
