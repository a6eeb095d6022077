import type { BulkColumn } from "#lib/gateway/schemas/bulk.ts";
import { t } from "#lib/language/t.ts";

export type Mapping = (BulkColumn | null)[];

/** What no row of a file could do without, and which no column of it is mapped to: in words. */
export function missingColumns(mapping: Mapping): string[] {
  const has = (...columns: BulkColumn[]) => columns.some((column) => mapping.includes(column));
  const missing: string[] = [];
  if (!has("amount", "trankey")) missing.push(t("the amount"));
  if (!has("ccnum", "routing", "trankey", "command"))
    missing.push(t("who pays: a card number or token, a routing number, or an earlier transaction"));
  if (has("routing") && !has("account")) missing.push(t("the account number"));
  if (has("account") && !has("routing")) missing.push(t("the routing number"));
  return missing;
}

/** A column maps to one field: a new mapping replaces the old one. */
export function assignColumn(mapping: Mapping, place: number, column: BulkColumn | null): Mapping {
  return mapping.map((other, at) => (at === place ? column : other === column ? null : other));
}
