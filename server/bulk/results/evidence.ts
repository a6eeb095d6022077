import type { BulkPlace, BulkSearch } from "#lib/bulk/file/bulk-file.ts";
import { formatFiles } from "#lib/bulk/file-decision.ts";
import { countOf } from "#lib/format/counts.ts";
import type { BulkGroup } from "#lib/gateway/schemas/bulk.ts";
import type { TransactionDetail } from "#lib/gateway/schemas/transaction.ts";
import { readMoment } from "#lib/time.ts";
import { env } from "#server/env.ts";
import { read } from "#server/gateway-client/client.ts";
import { liveGateway } from "#server/payments/lookup/live-gateway.ts";
import { readPage } from "#server/payments/lookup/pages.ts";
import { type BulkFileRow, findFile } from "../files.ts";
import { keep } from "../groups.ts";
import { clocksApartMs, findTraced, hasTraces, isProof, type MetRows } from "./traces.ts";

/** The places at the gateway where a file shows whose answer was lost. Each is read once a call, in the resolver's priority. */

/** `group`: it is this file's, because of `how`. Without a place the gateway could not be asked. */
export type GroupLookup = { place?: BulkPlace; group?: BulkGroup; how?: string };

/** The running group: ours by our reference in its name, or by its count and by its rows. */
export async function lookupRunning(row: BulkFileRow): Promise<GroupLookup> {
  const upTo = Date.now();
  const place = (seen: string): BulkPlace => ({ place: "group", name: "The running group", upTo, seen });
  const answer = await read("getBulk", { segments: { bulk_key: "current" }, priority: "resolve" });
  if (answer.kind === "unavailable") return {};
  if (answer.kind === "refused") return answer.error.status === 404 ? { place: place("none runs") } : {};
  const group = answer.value;
  await keep("current", { group, readAt: upTo });
  const name = group.filename ?? "one without a name";
  if (name.includes(row.reference))
    return { group, how: `Found by file number ${row.reference} in the group's name at the gateway.` };
  const met = await metInGroup(row, group);
  if (met === 0) return { place: place(`another file, ${name}`) };
  const how = `Found by the row count of the running group and ${countOf(met, "row")} in it.`;
  return { group, how };
}

/** How many of the file's rows are among the latest of the group; 0 when they are too few to prove anything. */
async function metInGroup(row: BulkFileRow, group: BulkGroup): Promise<number> {
  const { bulk_key, transactions = 0 } = group;
  if (!bulk_key || transactions === 0 || transactions > row.good) return 0;
  if (!(await hasTraces(row.id)) || (await findFile(bulk_key))) return 0;
  const query = { limit: 200, offset: 0 };
  const answer = await read("listBulkTransactions", { segments: { bulk_key }, query, priority: "resolve" });
  if (answer.kind !== "answered") return 0;
  const { rows } = await findTraced(row, answer.value.data);
  return (await isProof(row.id, rows, answer.value.data.length)) ? rows.length : 0;
}

export type TransactionsLookup = { place?: BulkPlace } & Pick<BulkSearch, "rows" | "shared">;

/**
 * The gateway's latest transactions, or those of the open batch where it lists no others, back to where the last look
 * began. `rows` are the rows of the file that were met so far, `shared` those that other files have too.
 */
export async function lookupInTransactions(
  row: BulkFileRow,
  search: BulkSearch,
): Promise<TransactionsLookup> {
  const { rows, shared } = search;
  const before = { rows, shared };
  if (!(await hasTraces(row.id))) return before;
  const sentAt = row.sent_at ?? row.prepared_at;
  // Whose they are shows once something is known of the other files, so these are read again.
  const readTo = shared ? 0 : (search.places.find(({ place }) => place === "transactions")?.upTo ?? 0);
  const upTo = Date.now();
  const taken = await readBackTo(Math.max(sentAt, readTo) - clocksApartMs);
  if (!taken) return before;
  const since = taken.items.filter((one) => createdAt(one) >= sentAt - clocksApartMs);
  const met = add(search, await findTraced(row, since));
  return { place: { place: "transactions", name: taken.name, upTo, seen: formatMet(met) }, ...met };
}

/** What was met before and now. A row that was met as the file's own stays so. */
function add(before: BulkSearch, now: MetRows): Pick<BulkSearch, "rows" | "shared"> {
  const rows = [...new Set([...before.rows, ...now.rows])];
  const met = [...(before.shared?.rows ?? []), ...now.shared.rows];
  const shared = [...new Set(met)].filter((row) => !rows.includes(row));
  const files = [...(before.shared?.files ?? []), ...now.shared.files];
  const byId = new Map(files.map((file) => [file.id, file]));
  return { rows, shared: shared.length > 0 ? { rows: shared, files: [...byId.values()] } : undefined };
}

function formatMet({ rows, shared }: Pick<BulkSearch, "rows" | "shared">): string {
  if (!shared) return rows.length === 0 ? "none of its rows" : `${countOf(rows.length, "row")} of this file`;
  const others = countOf(shared.rows.length, "row");
  const files = formatFiles(shared.files);
  return rows.length === 0
    ? `${others} that another file has too: ${files}`
    : `${countOf(rows.length, "row")} of this file, and ${others} that another file has too: ${files}`;
}

const maxPages = 4;
const perPage = 500;

const createdAt = ({ created }: TransactionDetail) =>
  readMoment(env().gatewayTimeZone, created) ?? Number.NEGATIVE_INFINITY;

/** Newest first, back to this moment or as far as one lookup reads; undefined when the gateway could not be read. */
async function readBackTo(oldest: number): Promise<{ name: string; items: TransactionDetail[] } | undefined> {
  const gateway = liveGateway(() => Promise.resolve(true));
  const lists = [
    { name: "The gateway's latest transactions", list: gateway.listTransactions },
    {
      name: "The open batch",
      list: (page: Parameters<typeof gateway.listTransactions>[0]) =>
        gateway.listBatchTransactions("current", page),
    },
  ];
  for (const { name, list } of lists) {
    const items: TransactionDetail[] = [];
    for (let pages = 0, offset = 0; pages < maxPages; pages += 1) {
      const page = await readPage(list, offset, perPage);
      if (page.kind === "unavailable") return undefined;
      if (page.kind === "absent") break;
      items.push(...page.value.items);
      const last = items.at(-1);
      if (page.value.isLast || (last && createdAt(last) < oldest)) return { name, items };
      offset = page.value.next;
    }
    if (items.length > 0) return { name, items };
  }
  return { name: "The open batch", items: [] };
}
