"use client";

import { useMerchant } from "#components/layout/merchant.tsx";
import { TextButton } from "#components/ui/button/text-button.tsx";
import { tx } from "#components/ui/rich-text.tsx";
import { Note } from "#components/ui/status/note.tsx";
import type { BulkFile } from "#lib/bulk/file/bulk-file.ts";
import { formatFileSums } from "#lib/bulk/file/file-sum.ts";
import { countOf } from "#lib/format/counts.ts";
import { formatMoment } from "#lib/format/dates.ts";
import { t } from "#lib/language/t.ts";
import { momentIn } from "#lib/time.ts";
import type { useBulkApproval } from "../approve/use-approval.ts";

/** A file of the same bytes that was prepared before and not sent, as after a closed tab. */
export function OpenFileNote({
  open,
  isSame,
  approval,
}: {
  open: BulkFile;
  /** The rows and sums are those that were prepared. */
  isSame: boolean;
  approval: ReturnType<typeof useBulkApproval>;
}) {
  const { timeZone } = useMerchant();
  const what = `${countOf(open.good, "row")}, ${formatFileSums(open.totals)}`;
  const state =
    open.state === "waiting"
      ? t("Submitted {moment}. Waiting for approval.", {
          moment: formatMoment(momentIn(timeZone, open.preparedAt), { weekday: false }),
        })
      : t("This file was approved by {approvedBy} {moment} and not sent.", {
          approvedBy: open.approvedBy ?? t("a manager"),
          moment: formatMoment(momentIn(timeZone, open.approvedAt ?? open.preparedAt), { weekday: false }),
        });
  return (
    <Note tone={isSame ? "approved" : "warning"} icon={isSame ? "clock" : "warning"}>
      <b>{state}</b>{" "}
      {isSame
        ? t("You can continue with it.")
        : tx("It came to {what}, {rows} fixed. Fix and exclude the same rows to continue, or {button}.", {
            what,
            rows: countOf(open.fixed, "row"),
            button: <TextButton onClick={() => approval.withdraw(open.id)}>{t("withdraw it")}</TextButton>,
          })}
    </Note>
  );
}
