import { defaultPageSize } from "#lib/gateway/schemas/list.ts";
import { findSnapshot, readSnapshots, type TransactionSnapshot } from "../commands/original.ts";
import type { Sandbox } from "../context.ts";
import { optionalParts } from "../presenters/optional-parts.ts";
import { presentDetail } from "../presenters/transaction-detail.ts";
import { RefusalError } from "../refusal.ts";
import type { Db } from "../store/database.ts";
import type { TransactionRow } from "../store/tables/transactions.ts";
import { listTransactions as listRows } from "../store/transaction-lists.ts";
import type { EndpointHandler, EndpointRequest } from "./endpoint-handler.ts";

/** `GET /transactions/{trankey}`; a refnum is accepted as key too. */
export const getTransaction: EndpointHandler<"getTransaction"> = async ({ sandbox, segments, query }) => {
  const snapshot = await sandbox.store.read((db) => findSnapshot(db, segments.trankey, sandbox.clock.now()));
  if (!snapshot) throw new RefusalError("notFound");
  const sourceName = sandbox.registry.nameOf(snapshot.row.source_id);
  return Object.assign(
    presentDetail(snapshot, { timeZone: sandbox.settings.timeZone, sourceName }),
    optionalParts(snapshot.row, query, sourceName),
  );
};

/** `GET /transactions`, an extension: all transactions, newest first. */
export const listTransactions: EndpointHandler<"listTransactions"> = async (request) => {
  const page = pageOf(request);
  return await request.sandbox.store.read(async (db) => {
    const { rows, total } = await listRows(db, page);
    return { type: "list", ...page, data: await presentRows(request, db, rows), total };
  });
};

/** The window a list request asks for. */
export const pageOf = ({
  query: { limit = defaultPageSize, offset = 0 },
}: Pick<EndpointRequest<"listTransactions">, "query">): { limit: number; offset: number } => ({
  limit,
  offset,
});

type Asking = Pick<EndpointRequest, "sandbox">;

export async function presentRows(
  { sandbox }: Asking,
  db: Db,
  rows: TransactionRow[],
): Promise<Record<string, unknown>[]> {
  const snapshots = await readSnapshots(db, rows, sandbox.clock.now());
  return snapshots.map((snapshot) => presentSnapshot(sandbox, snapshot));
}

export async function presentRow(asking: Asking, db: Db, row: TransactionRow) {
  const [detail] = await presentRows(asking, db, [row]);
  return detail;
}

function presentSnapshot({ registry, settings }: Sandbox, snapshot: TransactionSnapshot) {
  const sourceName = registry.nameOf(snapshot.row.source_id);
  return presentDetail(snapshot, { timeZone: settings.timeZone, sourceName });
}
