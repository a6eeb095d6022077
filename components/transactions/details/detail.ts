export type Detail = {
  label: string;
  /** Several lines for an address. */
  value: string | readonly string[];
  mono?: true;
  /** Not for the customer's eyes. */
  isInternal?: true;
};
export type DetailGroup = { id: string; title?: string; details: Detail[]; raw?: true };

/** The pairs that have a value. */
export const given = (pairs: readonly (readonly [string, string | undefined])[]): Detail[] =>
  pairs.flatMap(([label, value]) => (value ? [{ label, value }] : []));

/** A value of an unknown field as text; undefined for nothing. */
export function asText(value: unknown): string | undefined {
  if (value === null || value === undefined || value === "") return undefined;
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}
