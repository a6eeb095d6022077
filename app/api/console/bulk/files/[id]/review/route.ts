import { t } from "#lib/language/t.ts";
import { findReview } from "#server/bulk/approvals.ts";
import { refusal, route } from "#server/route.ts";

/** The masked fixes and payouts of a file, for the person who approves it. */
export const GET = route<{ id: string }>({ right: "viewBulk" }, async ({ params }) => {
  const message = t("This file was prepared by an older version. Withdraw it and submit it again.");
  return (await findReview(params.id)) ?? refusal(404, { kind: "refused", message });
});
