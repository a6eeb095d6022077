import { defaultPageSize } from "#lib/gateway/list.ts";
import { findStanding, readStanding, readStandings, type Standing } from "../commands/original.ts";
import type { Sandbox } from "../context.ts";
import { optionalParts } from "../presenters/optional-parts.ts";
import { presentDetail } from "../presenters/transaction-detail.ts";
import { Refusal } from "../refusal.ts";
import type { Db } from "../store/store.ts";
import type { TransactionRow } from "../store/tables/transactions.ts";
import { listTransactions as listRows } from "../store/transactions.ts";
import type { EndpointHandler, EndpointRequest } from "./endpoint-handler.ts";

/** `GET /transactions/{trankey}`; a refnum is taken for a key too. */
export const getTransaction: EndpointHandler = async ({ sandbox, path, query }) => {
  const standing = await sandbox.store.read((db) =>
    findStanding(db, path.trankey ?? "", sandbox.clock.now()),
  );
  if (!standing) throw new Refusal("notFound");
  const sourceName = sandbox.registry.nameOf(standing.row.source_id);
  return Object.assign(
    presentDetail(standing, { timeZone: sandbox.settings.timeZone, sourceName }),
    optionalParts(standing.row, query, sourceName),
  );
};

/** `GET /transactions`, an extension: all transactions, newest first. */
export const listTransactions: EndpointHandler = async (request) => {
  const page = pageOf(request);
  return await request.sandbox.store.read(async (db) => {
    const { rows, total } = await listRows(db, page);
    return { type: "list", ...page, data: await presentRows(request, db, rows), total };
  });
};

/** The window a list request asks for. */
export function pageOf({ query }: Pick<EndpointRequest, "query">): { limit: number; offset: number } {
  const { limit = defaultPageSize, offset = 0 } = query as { limit?: number; offset?: number };
  return { limit, offset };
}

type Asking = Pick<EndpointRequest, "sandbox">;

export async function presentRows(
  { sandbox }: Asking,
  db: Db,
  rows: TransactionRow[],
): Promise<Record<string, unknown>[]> {
  const standings = await readStandings(db, rows, sandbox.clock.now());
  return standings.map((standing) => presentStanding(sandbox, standing));
}

export async function presentRow({ sandbox }: Asking, db: Db, row: TransactionRow) {
  return presentStanding(sandbox, await readStanding(db, row, sandbox.clock.now()));
}

function presentStanding({ registry, settings }: Sandbox, standing: Standing) {
  const sourceName = registry.nameOf(standing.row.source_id);
  return presentDetail(standing, { timeZone: settings.timeZone, sourceName });
}
