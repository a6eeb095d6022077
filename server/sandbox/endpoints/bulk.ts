import { endpoints } from "#lib/gateway/endpoints.ts";
import { momentIn } from "#lib/time.ts";
import { ranRows } from "../bulk/run-rows.ts";
import { RefusalError } from "../refusal.ts";
import { changeBulkGroup, findBulkGroup } from "../store/bulk/groups.ts";
import { listItems } from "../store/bulk/items.ts";
import type { Db } from "../store/database.ts";
import type { BulkGroupRow } from "../store/tables/bulk-groups.ts";
import type { EndpointHandler, EndpointRequest } from "./endpoint-handler.ts";
import { pageOf, presentRow } from "./transactions.ts";

/** `POST /bulk_transactions`: stores a file while it arrives; answers once all of it is stored. */
export const uploadBulk: EndpointHandler<"uploadBulk"> = async ({ sandbox, incoming, ...caller }) => {
  // Loaded with the first file.
  const [{ receiveFile }, { storeUpload }] = await Promise.all([
    import("../bulk/receive-file.ts"),
    import("../bulk/store-upload.ts"),
  ]);
  return await receiveFile(incoming, endpoints.uploadBulk.file, (file) => storeUpload(sandbox, caller, file));
};

/** `GET /bulk_transactions/{bulk_key}` or `current`: the one that is running or paused. */
export const getBulk: EndpointHandler<"getBulk"> = async ({ sandbox, segments }) => {
  const group = await sandbox.store.read((db) => requireGroup(db, segments));
  return presentBulkGroup(group, sandbox.settings.timeZone);
};

/** `GET /bulk_transactions/{bulk_key}/transactions`: the rows that have run, latest first. */
export const listBulkTransactions: EndpointHandler<"listBulkTransactions"> = async (request) => {
  const page = pageOf(request);
  return await request.sandbox.store.read(async (db) => {
    const group = await requireGroup(db, request.segments);
    const total = ranRows(group);
    const data: Record<string, unknown>[] = [];
    for (const { line, row, answer } of await listItems(db, { groupId: group.id, total, ...page }))
      data.push({
        ...(row && (await presentRow(request, db, row))),
        ...(answer && (JSON.parse(answer) as object)), // as it was stored
        line,
      });
    return { type: "list", ...page, data, total };
  });
};

/** `POST /bulk_transactions/{bulk_key}/pause`: no row starts after the answer. */
export const pauseBulk: EndpointHandler<"pauseBulk"> = (request) => move(request, "Paused");

/** `POST /bulk_transactions/{bulk_key}/resume` */
export const resumeBulk: EndpointHandler<"resumeBulk"> = (request) => move(request, "Running");

async function move(
  { sandbox, segments }: EndpointRequest<"pauseBulk" | "resumeBulk">,
  status: "Paused" | "Running",
) {
  await sandbox.store.transact(async (db) => {
    const group = await requireGroup(db, segments, { lock: true });
    if (group.status === "Completed") throw new RefusalError("bulkFinished");
    // A pending group waits for another.
    if (group.status === "Pending") throw new RefusalError("bulkRunning");
    await changeBulkGroup(db, group.id, { status });
  });
  sandbox.bulk.wake();
  return { status: "success" };
}

async function requireGroup(
  db: Db,
  { bulk_key: key }: { bulk_key: string },
  options?: { lock: boolean },
): Promise<BulkGroupRow> {
  const group = /^[0-9a-z]+$/.test(key) ? await findBulkGroup(db, key, options) : undefined;
  if (!group) throw new RefusalError("bulkNotFound");
  return group;
}

/** A bulk group in the contract's format, with counts as text. */
function presentBulkGroup(group: BulkGroupRow, timeZone: string): Record<string, string> {
  const { key, uploaded_at, filename, status, transactions, approved, declined, failed } = group;
  return {
    bulk_key: key,
    uploaded: momentIn(timeZone, uploaded_at),
    filename,
    status,
    transactions: String(transactions),
    remaining: String(transactions - approved - declined - failed),
    approved: String(approved),
    declined: String(declined),
    errors: String(failed),
  };
}
