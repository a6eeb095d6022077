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
import type { useRelease } from "../approve/use-release.ts";

/** A file of the same bytes that was prepared before and not sent, as after a closed tab. */
export function OpenFileNote({
  open,
  isSame,
  release,
}: {
  open: BulkFile;
  /** The lines and sums are those that were prepared. */
  isSame: boolean;
  release: ReturnType<typeof useRelease>;
}) {
  const { timeZone } = useMerchant();
  const what = `${countOf(open.good, "row")}, ${formatFileSums(open.totals)}`;
  const state =
    open.state === "waiting"
      ? t("Submitted for approval {moment}. It is waiting for release.", {
          moment: formatMoment(momentIn(timeZone, open.preparedAt), { weekday: false }),
        })
      : t("This file was released by {releasedBy} {moment} and not sent.", {
          releasedBy: open.releasedBy ?? t("a manager"),
          moment: formatMoment(momentIn(timeZone, open.releasedAt ?? open.preparedAt), { weekday: false }),
        });
  return (
    <Note tone={isSame ? "approved" : "warning"} icon={isSame ? "clock" : "warning"}>
      <b>{state}</b>{" "}
      {isSame
        ? t("You can continue with it.")
        : tx("It came to {what}, {rows} fixed. Fix and exclude the same rows to continue, or {button}.", {
            what,
            rows: countOf(open.fixed, "row"),
            button: <TextButton onClick={() => release.takeBack(open.id)}>{t("withdraw it")}</TextButton>,
          })}
    </Note>
  );
}
