import { useMerchant } from "#components/layout/merchant.tsx";
import { Link } from "#components/layout/navigation/link.tsx";
import { Checklist, ChecklistItem } from "#components/ui/list/checklist.tsx";
import type { BulkFile } from "#lib/bulk/file/bulk-file.ts";
import { formatFileSums } from "#lib/bulk/file/file-sum.ts";
import { countOf } from "#lib/format/counts.ts";
import { formatMoment, formatTime } from "#lib/format/dates.ts";
import { t } from "#lib/language/t.ts";
import { translate } from "#lib/language/translate.ts";
import { paths } from "#lib/paths.ts";
import { may } from "#lib/permissions.ts";
import { momentIn } from "#lib/time.ts";
import { Age } from "./open-attempt.tsx";

/** A bulk file that the gateway may or may not have: its sums, its people, and where it was looked for. */
export function OpenFile({ file }: { file: BulkFile }) {
  const { role, timeZone } = useMerchant();
  const { name, reference, good, totals, preparedBy, approvedBy, search } = file;
  const since = file.sentAt ?? file.preparedAt;
  const at = formatMoment(momentIn(timeZone, since), { weekday: false, seconds: true });
  const people = approvedBy
    ? t("By {preparedBy}, approved by {approvedBy}", { preparedBy, approvedBy })
    : t("By {preparedBy}", { preparedBy });
  const age = <Age since={since} />;
  return (
    <li
      aria-label={t("Bulk file, {name}, {reference}", { name, reference })}
      className="grid gap-x-8 gap-y-4 px-4 py-5 not-first:border-t not-first:border-line sm:px-6 lg:grid-cols-[minmax(0,5fr)_minmax(0,4fr)_152px]"
    >
      <div className="min-w-0">
        <div className="flex items-baseline justify-between gap-4">
          <p className="text-20 font-semibold">{formatFileSums(totals)}</p>
          <div className="lg:hidden">{age}</div>
        </div>
        <p className="wrap-anywhere">
          <b>{t("Bulk file")}</b>, {name}, {countOf(good, "row")}
        </p>
        <p className="mt-1 text-13 wrap-anywhere text-muted">
          {t("{people}, {at}, file {reference}", { people, at, reference })}
        </p>
      </div>
      <div className="grid min-w-0 content-start gap-2">
        <p>{t("We don't know yet whether the gateway has it. Do not send it again.")}</p>
        <Checklist>
          {search?.places.map(({ place, name: where, upTo, seen }) => (
            <ChecklistItem key={place} tone="unknown" icon="pending">
              <span className="text-ink">{translate(where)}</span>
              <span className="wrap-anywhere">
                {t(" at {time}: {seen}", {
                  time: formatTime(momentIn(timeZone, upTo), { seconds: true }),
                  seen: translate(seen),
                })}
              </span>
            </ChecklistItem>
          ))}
        </Checklist>
      </div>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 lg:flex-col lg:items-end lg:text-right">
        <div className="max-lg:hidden">{age}</div>
        {may(role, "viewBulk") ? (
          <Link href={paths.bulkGroup(file.id)} className="text-13">
            {t("Open the bulk file")}
          </Link>
        ) : (
          <p className="text-13 text-muted">{t("A manager decides.")}</p>
        )}
      </div>
    </li>
  );
}
