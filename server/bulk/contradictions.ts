import type { BulkSearch } from "#lib/bulk/file/bulk-file.ts";
import type { BulkContradictionFacts } from "#lib/payments/notice.ts";
import type { BulkFileRow } from "./files.ts";

/** Notices of bulk files of which a person decided that they did not arrive. */

type Contradiction = { id: string; facts: BulkContradictionFacts };
type Decision = NonNullable<BulkSearch["decided"]>;

/** The gateway has it. `message` is how it was found, as a sentence. */
export function toContradiction(
  { id, reference, name, good, cents, prepared_by }: BulkFileRow,
  { by, at }: Pick<Decision, "by" | "at">,
  message: string,
): Contradiction {
  const facts = {
    reference,
    fileId: id,
    fileName: name,
    rows: good,
    amountCents: cents,
    takenBy: prepared_by,
  };
  return {
    id: `bulkContradiction:${id}`,
    facts: { kind: "bulkContradiction", ...facts, recorded: { by, at }, message },
  };
}

/** The gateway has its rows, from this file or another one. Once for each `source`, so that a certain finding is still news. */
export function toDoubt(
  row: BulkFileRow,
  decided: Decision,
  source: "shared" | "refused",
  message: string,
): Contradiction {
  const { id, facts } = toContradiction(row, decided, message);
  return { id: `${id}:${source}`, facts: { ...facts, isDoubt: true } };
}
