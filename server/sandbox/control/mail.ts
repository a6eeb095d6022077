import type { Sandbox } from "../context.ts";
import { toLocalText } from "../merchant-time.ts";

/** The outbox of receipts, newest first, at most a thousand. `status` says whether a mail server took it, where one is set. */
export async function listMail({ store, settings }: Sandbox) {
  const rows = await store.read((db) =>
    db.selectFrom("mail").selectAll().orderBy("id", "desc").limit(1000).execute(),
  );
  return rows.map((row) => ({
    to: row.sent_to,
    subject: row.subject,
    template: row.template,
    trankey: row.transaction_key,
    sent: toLocalText(row.created_at, settings.timeZone),
    status: row.status,
    attempts: row.attempts,
    error: row.error,
  }));
}
