import { may } from "#lib/permissions.ts";
import { listNoticesOf, listOpenNotices } from "#server/payments/notices.ts";
import { route } from "#server/route.ts";

/** Notices of a batch or a transaction; without either, those that nobody has acknowledged. */
export const GET = route({ right: "viewTransactions" }, async ({ user, query }) => {
  const [batch, transaction] = [query.get("batch"), query.get("transaction")];
  if (batch) return listNoticesOf({ batch });
  if (transaction) return listNoticesOf({ transaction });
  return may(user.role, "charge") ? listOpenNotices() : [];
});
