import { toLocalText } from "../merchant-time.ts";
import type { BulkGroupRow } from "../store/tables/bulk-groups.ts";

/** A bulk group as the contract shows it; its counts are text there. */
export function presentBulkGroup(group: BulkGroupRow, timeZone: string): Record<string, string> {
  const { key, uploaded_at, filename, status, transactions, approved, declined, failed } = group;
  return {
    bulk_key: key,
    uploaded: toLocalText(uploaded_at, timeZone),
    filename,
    status,
    transactions: String(transactions),
    remaining: String(transactions - approved - declined - failed),
    approved: String(approved),
    declined: String(declined),
    errors: String(failed),
  };
}
