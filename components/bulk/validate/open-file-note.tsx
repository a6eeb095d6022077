"use client";

import { useMerchant } from "#components/layout/merchant.tsx";
import { TextButton } from "#components/ui/button/text-button.tsx";
import { Note } from "#components/ui/status/note.tsx";
import type { BulkFile } from "#lib/bulk/file/bulk-file.ts";
import { formatFileSums } from "#lib/bulk/file/file-sum.ts";
import { countOf } from "#lib/format/counts.ts";
import { formatMoment } from "#lib/format/dates.ts";
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
      ? `Submitted for approval ${formatMoment(momentIn(timeZone, open.preparedAt), { weekday: false })}. It is waiting for release.`
      : `This file was released by ${open.releasedBy ?? "a manager"} ${formatMoment(momentIn(timeZone, open.releasedAt ?? open.preparedAt), { weekday: false })} and not sent.`;
  return (
    <Note tone={isSame ? "approved" : "warning"} icon={isSame ? "clock" : "warning"}>
      <b>{state}</b>{" "}
      {isSame
        ? "You can continue with it."
        : `It came to ${what}, ${countOf(open.fixed, "row")} fixed. Fix and exclude the same rows to continue, or `}
      {!isSame && <TextButton onClick={() => release.takeBack(open.id)}>withdraw it</TextButton>}
      {!isSame && "."}
    </Note>
  );
}
