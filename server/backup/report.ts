import { formatCount } from "#lib/format/counts.ts";
import type { Manifest } from "./manifest.ts";

/** "58 tables, 1,234 rows, audit log up to 12:v1…" */
export function countText({ tables, auditHead }: Manifest): string {
  const all = Object.values(tables);
  const rows = all.reduce((sum, table) => sum + table.rows, 0);
  const head = auditHead ? `up to ${auditHead.position}:${auditHead.hash}` : "empty";
  return `${all.length} tables, ${formatCount(rows)} rows, audit log ${head}`;
}

export const faultLines = (faults: readonly string[]): string[] => faults.map((fault) => `  ${fault}`);
