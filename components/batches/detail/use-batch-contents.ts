import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useMerchant } from "#components/layout/merchant.tsx";
import { useHotkeys } from "#components/layout/shortcuts/use-hotkeys.ts";
import { readPlainSums, type ShownBatch } from "#lib/batches/batch-sums.ts";
import { t } from "#lib/language/t.ts";
import { may } from "#lib/permissions.ts";
import { batchSyncQuery, batchTransactionsQuery } from "#lib/queries/batches.ts";
import { batchesOf, nameOfBatch } from "../batch-row.ts";
import { usePrintWhole } from "../export/use-print-whole.ts";
import { useWholeBatch } from "../export/use-whole-batch.ts";
import { toPageSearch } from "../page-search.ts";
import { toShown } from "../to-shown.ts";
import { useTransactionPage } from "./use-transaction-page.ts";

/** The transactions of a batch, a page or all of them, and what is done with all: shown, printed, exported. */
export function useBatchContents(batch: ShownBatch) {
  const { page, all, setOffset, showAll } = useTransactionPage();
  const query = useQuery(batchTransactionsQuery(batch.key ?? "current", toPageSearch(page)));
  const shown = toShown(query);
  const { data: sync } = useQuery(batchSyncQuery(batch.key ?? "current"));
  const whole = useWholeBatch(batch);
  const sums = readPlainSums(batch) ?? nothing;
  const paged = shown.kind === "found" ? shown.value.data : [];
  const rows = (all && whole.items) || paged;
  const total =
    rows === whole.items
      ? rows.length
      : shown.kind === "found"
        ? (shown.value.total ?? sums.total.count)
        : sums.total.count;
  const isPageWhole =
    shown.kind === "found" && !query.isPlaceholderData && page.offset === 0 && paged.length >= total;
  const isWhole = rows === whole.items || isPageWhole;
  const name = nameOfBatch(batch, batchesOf(rows));

  const { load } = whole;
  const isRead = whole.items !== undefined;
  // An address that asks for all rows reads them; a reading that failed or was canceled waits for the person.
  useEffect(() => {
    if (all && !isRead) void load();
  }, [all, isRead, load]);
  const readAll = async () => {
    if (all) return Boolean(await load());
    const read = await load();
    if (read) await showAll();
    return Boolean(read);
  };
  const { print, waiting } = usePrintWhole(isWhole, readAll);
  const [isExporting, setExporting] = useState(false);
  const mayExport = may(useMerchant().role, "export");
  // What was read is in the index, which the file is written from.
  const openExport = async () => {
    if (isPageWhole || (await load())) setExporting(true);
  };
  useHotkeys([
    { keys: "p", does: t("Print this batch"), act: print },
    { keys: "ctrl+p", does: t("Print this batch"), act: print },
  ]);
  return {
    page,
    setOffset,
    query,
    shown,
    sync,
    whole,
    sums,
    rows,
    total,
    /** The rows are all that was read, not a page. */
    showsAll: rows === whole.items,
    isWhole,
    name,
    readAll,
    print,
    waiting,
    mayExport,
    isExporting,
    setExporting,
    openExport,
  };
}

const none = { cents: 0, count: 0 };
const nothing = { sales: none, refunds: none, voids: none, total: none };
