import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import pg from "pg";
import { signed } from "../measured-sandbox.ts";
import type { SaleHistory } from "./sale-history.ts";

/** Problems found, as text; empty when there are none. */
export type Findings = string[];

/** Where a store is: a folder, or PostgreSQL's address. */
export type StorePlace = { dataDir: string } | { databaseUrl: string };

type Row = { key: string; amount: number; batch: string; details: string };

/**
 * Compares the replies that clients received with the store, and the API's batches with their rows. It reads the store
 * with plain SQL, independent of the gateway's code.
 */
export async function checkStore(place: StorePlace, history: SaleHistory, port: number): Promise<Findings> {
  const { rows, integrity } =
    "dataDir" in place ? readSqlite(place.dataDir) : await readPostgres(place.databaseUrl);
  return [
    ...(integrity === "ok" ? [] : [`the integrity check says ${integrity}`]),
    ...compareSales(rows, history),
    ...(await compareBatches(rows, port)),
    ...history.odd.map((answer) => `an answer that is not documented: ${answer}`),
  ];
}

const everySale = `
  select t.key as key, t.amount as amount, b.key as batch, t.details as details
  from transactions t join batches b on b.id = t.batch_id`;

function readSqlite(dataDir: string): { rows: Row[]; integrity: string } {
  const file = new DatabaseSync(join(dataDir, "sandbox.sqlite"), { readOnly: true });
  try {
    const integrity = String(file.prepare("pragma integrity_check").get()?.integrity_check);
    const rows = file.prepare(everySale).all() as Row[]; // as the query names its columns
    return { rows, integrity };
  } finally {
    file.close();
  }
}

async function readPostgres(connectionString: string): Promise<{ rows: Row[]; integrity: string }> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    const { rows } = await client.query<Row>(everySale);
    return { rows: rows.map((row) => ({ ...row, amount: Number(row.amount) })), integrity: "ok" };
  } finally {
    await client.end();
  }
}

function compareSales(rows: Row[], { acknowledged, sent }: SaleHistory): Findings {
  const findings: Findings = [];
  const stored = new Map<string, Row>();
  for (const row of rows) {
    const { orderid } = JSON.parse(row.details) as { orderid: string };
    if (stored.has(orderid)) findings.push(`${orderid} is stored twice`);
    if (!sent.has(orderid)) findings.push(`${orderid} was never sent`);
    stored.set(orderid, row);
  }
  for (const [orderid, { key, cents }] of acknowledged) {
    const row = stored.get(orderid);
    if (!row) findings.push(`${orderid} was acknowledged and is lost`);
    else if (row.key !== key || row.amount !== cents)
      findings.push(`${orderid} is stored differently than acknowledged`);
  }
  return findings;
}

async function compareBatches(rows: Row[], port: number): Promise<Findings> {
  const sums = new Map<string, { cents: number; count: number }>();
  for (const { batch, amount } of rows) {
    const sum = sums.get(batch) ?? { cents: 0, count: 0 };
    sums.set(batch, { cents: sum.cents + amount, count: sum.count + 1 });
  }
  const findings: Findings = [];
  for (const [key, { cents, count }] of sums) {
    const batch = (await get(port, `/batches/${key}`)) as { total_amount: number; total_count: number };
    if (Math.round(batch.total_amount * 100) !== cents || batch.total_count !== count)
      findings.push(
        `batch ${key} says ${batch.total_count} for ${batch.total_amount}, its rows ${count} for ${cents / 100}`,
      );
  }
  return findings;
}

async function get(port: number, path: string): Promise<unknown> {
  const answer = await fetch(`http://127.0.0.1:${port}/api/v2${path}`, { headers: signed });
  if (!answer.ok) throw new Error(`${path} was answered ${answer.status}`);
  return await answer.json();
}
