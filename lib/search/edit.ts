import type { FieldName } from "./fields.ts";
import { combine, conditionsOf, type Query, type Value } from "./query.ts";

/** Whether all that matches has one of the field's chosen values, and this is one of them. */
export function hasValue(query: Query, field: FieldName, value: Value): boolean {
  return conditionsOf(query).some(
    (item) => item.kind === "term" && item.field === field && item.values.some((one) => isSame(one, value)),
  );
}

/** The query with a value chosen for a field, beside those that are, or without it if it was. */
export function toggleValue(query: Query, field: FieldName, value: Value): Query {
  const items = conditionsOf(query);
  const term = items.find((item) => item.kind === "term" && item.field === field);
  if (term?.kind !== "term")
    return combine("and", [...items, { kind: "term", field, values: [value], start: 0, end: 0 }]);
  const kept = term.values.filter((one) => !isSame(one, value));
  const values = kept.length < term.values.length ? kept : [...term.values, value];
  return combine(
    "and",
    items.flatMap((item) => (item !== term ? item : values.length > 0 ? { ...term, values } : [])),
  );
}

const isSame = (one: Value, other: Value) => JSON.stringify(one) === JSON.stringify(other);
