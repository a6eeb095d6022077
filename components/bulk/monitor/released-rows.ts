import { countWithoutAmount } from "#lib/bulk/approval.ts";
import type { BulkFile } from "#lib/bulk/bulk-file.ts";
import type { Outcomes } from "#lib/bulk/bulk-results.ts";

/**
 * What rows without an amount came to: the outcomes' money beyond what the file names. 0 while a row has no outcome or
 * failed, since such a row may name money that no outcome shows.
 */
export function unnamedCents(file: BulkFile, outcomes: Outcomes): number {
  const failed = notRunOf(file) + outcomes.errors.count;
  if (countWithoutAmount(file.totals) === 0 || failed > 0) return 0;
  if (rowsOf(file, outcomes) !== file.good) return 0;
  return Math.max(0, centsOf(outcomes) - file.cents);
}

/** Rows whose outcome is known. */
export const rowsOf = (file: BulkFile, { approved, duplicates, declined, errors }: Outcomes) =>
  approved.count + duplicates.count + declined.count + errors.count + notRunOf(file);

export const notRunOf = ({ upload }: BulkFile) => (upload?.errors ?? 0) + (upload?.dupes ?? 0);

export const centsOf = ({ approved, duplicates, declined, errors }: Outcomes) =>
  approved.cents + duplicates.cents + declined.cents + errors.cents;
