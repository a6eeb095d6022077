import { may } from "#lib/permissions.ts";
import { listOwnBulkNotices } from "#server/bulk/own-notices.ts";
import { listNoticesOf, listOpenNotices } from "#server/payments/notices.ts";
import { route } from "#server/route.ts";

/** Notices of a batch, a transaction or one's own bulk files; without any, those that nobody has acknowledged. */
export const GET = route({ right: "viewTransactions" }, async ({ user, query }) => {
  const [batch, transaction] = [query.get("batch"), query.get("transaction")];
  if (batch) return listNoticesOf({ batch });
  if (transaction) return listNoticesOf({ transaction });
  if (query.get("bulk") === "own") return listOwnBulkNotices(user.id);
  return may(user.role, "charge") ? listOpenNotices() : [];
});
