import { may } from "#lib/permissions.ts";
import { listOwnBulkNotices } from "#server/bulk/results/own-notices.ts";
import { listNoticesOf, listOpenNotices } from "#server/payments/attempts/notices.ts";
import { route } from "#server/route.ts";

/** Notices of a batch, a transaction or the user's own bulk files; without a subject, all unacknowledged ones. */
export const GET = route({ right: "viewTransactions" }, async ({ user, query }) => {
  const [batch, transaction] = [query.get("batch"), query.get("transaction")];
  if (batch) return listNoticesOf({ batch });
  if (transaction) return listNoticesOf({ transaction });
  if (query.get("bulk") === "own") return listOwnBulkNotices(user.id);
  return may(user.role, "charge") ? listOpenNotices() : [];
});
