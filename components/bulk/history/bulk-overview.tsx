"use client";

import { useQuery } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { parseAsString, useQueryState } from "nuqs";
import { LinkButton } from "#components/layout/navigation/link-button.tsx";
import { KeyRow } from "#components/layout/shortcuts/key-row.tsx";
import { useHotkeys } from "#components/layout/shortcuts/use-hotkeys.ts";
import { ZoneNote } from "#components/layout/zone-note.tsx";
import { Notices } from "#components/payment-result/notices/notices.tsx";
import { TextButton } from "#components/ui/button/text-button.tsx";
import { cx } from "#components/ui/cx.ts";
import { FootNote } from "#components/ui/panel/foot-note.tsx";
import { Panel, PanelHead } from "#components/ui/panel/panel.tsx";
import { EmptyState } from "#components/ui/status/empty-state.tsx";
import { Spinner } from "#components/ui/status/spinner.tsx";
import { StaleNote } from "#components/ui/status/stale-note.tsx";
import { OffsetPager } from "#components/ui/table/offset-pager.tsx";
import { formatCount } from "#lib/format/counts.ts";
import { t } from "#lib/language/t.ts";
import { translate } from "#lib/language/translate.ts";
import { paths } from "#lib/paths.ts";
import { bulkFilesQuery, toFileSearch } from "#lib/queries/bulk.ts";
import type { BulkPerson } from "../bulk-person.ts";
import { CurrentGroup } from "./current-group.tsx";
import { FileTable } from "./file-table.tsx";
import { OpenFiles } from "./open-files.tsx";

/** What runs now, what waits for somebody, and every bulk file that was prepared here. */
export function BulkOverview({ person, now: first }: { person: BulkPerson; now: number }) {
  const router = useRouter();
  const [offset, setOffset] = useQueryState("offset", parseAsString.withOptions({ history: "push" }));
  const open = useQuery(bulkFilesQuery(toFileSearch({ open: true })));
  const {
    data: page,
    error,
    isPlaceholderData,
    dataUpdatedAt,
  } = useQuery(bulkFilesQuery(toFileSearch({ offset: offset ?? undefined })));
  const now = Math.max(first, dataUpdatedAt);
  useHotkeys([{ keys: "n", does: t("Validate a new file"), act: () => router.push(paths.bulkNew()) }], {
    enabled: person.mayPrepare,
  });
  const newFile = person.mayPrepare && (
    <LinkButton variant="primary" href={paths.bulkNew()} icon="upload" kbd="N">
      {t("New bulk file")}
    </LinkButton>
  );
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="text-13 text-muted">
          {t("A file is validated before anything is sent. Above a limit a second person approves it.")}
        </p>
        {page && page.total > 0 && newFile}
      </div>
      <CurrentGroup now={first} />
      <Notices subject={{ bulk: "own" }} now={now} />
      <OpenFiles files={open.data?.files ?? []} person={person} now={now} />
      <Panel roomy aria-label={t("All files")}>
        <PanelHead title={t("All files")} {...(page && { sub: formatCount(page.total) })} />
        {error && page && <StaleNote message={error.message} />}
        {!page && (
          <p className="px-4 py-10 text-center">
            {error ? (
              <span role="alert">{translate(error.message)}</span>
            ) : (
              <Spinner>{t("Loading files")}</Spinner>
            )}
          </p>
        )}
        {page && page.total === 0 && (
          <EmptyState icon="upload" title={t("No bulk files yet")} action={newFile}>
            {person.mayPrepare
              ? t(
                  "Choose a CSV file with one payment per row. It is validated in this browser, and nothing is sent before you confirm the totals.",
                )
              : t("Files appear here once a manager or bookkeeper has prepared one.")}
          </EmptyState>
        )}
        {page && page.total > 0 && page.files.length === 0 && (
          <EmptyState icon="upload" title={t("No more files")}>
            <TextButton onClick={() => setOffset(null)}>{t("Go to the newest")}</TextButton>
          </EmptyState>
        )}
        {page && page.files.length > 0 && (
          <div className={cx(isPlaceholderData && "opacity-60")}>
            <FileTable files={page.files} now={now} />
            <OffsetPager
              {...page}
              rows={page.files.length}
              onOffset={(next) => setOffset(next > 0 ? String(next) : null)}
            >
              {(range) =>
                t(
                  "{first} to {last} of {total}. File totals are as the file gives them. Amounts without a currency sign are on earlier payments, each in the currency of its payment.",
                  range,
                )
              }
            </OffsetPager>
          </div>
        )}
      </Panel>
      <FootNote>
        <span>{t("Files uploaded by other systems are shown only while they run")}</span>
        <ZoneNote />
      </FootNote>
      {person.mayPrepare && <KeyRow items={[{ keys: "N", does: t("validate a new file") }]} />}
    </>
  );
}
