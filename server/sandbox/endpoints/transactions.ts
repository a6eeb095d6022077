import { defaultPageSize } from "#lib/gateway/list.ts";
import { readStanding, readStandings, type Standing } from "../commands/original.ts";
import type { Sandbox } from "../context.ts";
import { optionalParts } from "../presenters/optional-parts.ts";
import { presentDetail } from "../presenters/transaction-detail.ts";
import { Refusal } from "../refusal.ts";
import type { Db } from "../store/store.ts";
import type { TransactionRow } from "../store/tables/transactions.ts";
import { findTransaction, listTransactions as listRows } from "../store/transactions.ts";
import type { EndpointHandler, EndpointRequest } from "./endpoint-handler.ts";

/** `GET /transactions/{trankey}`; a refnum is taken for a key too. */
export const getTransaction: EndpointHandler = async ({ sandbox, source, path, query }) => {
  const standing = await sandbox.store.read(async (db) => {
    const row = await findTransaction(db, path.trankey ?? "");
    return row && (await readStanding(db, row, sandbox.clock.now()));
  });
  if (!standing) throw new Refusal("notFound");
  return {
    ...presentOne(sandbox, standing, source.settings.name),
    ...optionalParts(standing.row, query, source.settings.name),
  };
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

export async function presentRows(
  { sandbox, source }: Pick<EndpointRequest, "sandbox" | "source">,
  db: Db,
  rows: TransactionRow[],
): Promise<Record<string, unknown>[]> {
  const standings = await readStandings(db, rows, sandbox.clock.now());
  return standings.map((standing) => presentOne(sandbox, standing, source.settings.name));
}

function presentOne(sandbox: Sandbox, standing: Standing, sourceName: string) {
  return presentDetail(standing, { timeZone: sandbox.settings.timeZone, sourceName });
}
