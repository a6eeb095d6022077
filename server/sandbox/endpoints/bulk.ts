import { endpoints } from "#lib/gateway/endpoints.ts";
import { ranLines } from "../bulk/run-lines.ts";
import { presentBulkGroup } from "../presenters/bulk.ts";
import { Refusal } from "../refusal.ts";
import { changeBulkGroup, findBulkGroup } from "../store/bulk-groups.ts";
import { listItems } from "../store/bulk-items.ts";
import type { Db } from "../store/store.ts";
import type { BulkGroupRow } from "../store/tables/bulk-groups.ts";
import type { EndpointHandler, EndpointRequest } from "./endpoint-handler.ts";
import { pageOf, presentRow } from "./transactions.ts";

/** `POST /bulk_transactions`: takes a file in while it arrives; answered once all of it is stored. */
export const uploadBulk: EndpointHandler = async ({ sandbox, incoming, ...caller }) => {
  if (!incoming) throw new Refusal("bulkNoFile");
  // Loaded with the first file: neither a start nor a payment has to wait for what reads it.
  const [{ receiveFile }, { storeUpload }] = await Promise.all([
    import("../bulk/receive-file.ts"),
    import("../bulk/store-upload.ts"),
  ]);
  return await receiveFile(incoming, endpoints.uploadBulk.file, (file) => storeUpload(sandbox, caller, file));
};

/** `GET /bulk_transactions/{bulk_key}` or `current`: the one that is running or paused. */
export const getBulk: EndpointHandler = async ({ sandbox, path }) => {
  const group = await sandbox.store.read((db) => requireGroup(db, path));
  return presentBulkGroup(group, sandbox.settings.timeZone);
};

/** `GET /bulk_transactions/{bulk_key}/transactions`: the lines that were run, the latest first. */
export const listBulkTransactions: EndpointHandler = async (request) => {
  const page = pageOf(request);
  return await request.sandbox.store.read(async (db) => {
    const group = await requireGroup(db, request.path);
    const total = ranLines(group);
    const data: Record<string, unknown>[] = [];
    for (const { line, row, answer } of await listItems(db, { groupId: group.id, total, ...page }))
      data.push({
        ...(row && (await presentRow(request, db, row))),
        ...(answer && (JSON.parse(answer) as object)),
        line,
      });
    return { type: "list", ...page, data, total };
  });
};

/** `POST /bulk_transactions/{bulk_key}/pause`: no line begins after the answer. */
export const pauseBulk: EndpointHandler = (request) => move(request, "Paused");

/** `POST /bulk_transactions/{bulk_key}/resume` */
export const resumeBulk: EndpointHandler = (request) => move(request, "Running");

async function move({ sandbox, path }: EndpointRequest, status: "Paused" | "Running") {
  await sandbox.store.transact(async (db) => {
    const group = await requireGroup(db, path, { hold: true });
    if (group.status === "Completed") throw new Refusal("bulkFinished");
    // One that waits does so for another.
    if (group.status === "Pending") throw new Refusal("bulkRunning");
    await changeBulkGroup(db, group.id, { status });
  });
  sandbox.bulk.wake();
  return { status: "success" };
}

async function requireGroup(
  db: Db,
  { bulk_key: key = "" }: Record<string, string>,
  options?: { hold: boolean },
): Promise<BulkGroupRow> {
  const group = /^[0-9a-z]+$/.test(key) ? await findBulkGroup(db, key, options) : undefined;
  if (!group) throw new Refusal("bulkNotFound");
  return group;
}
