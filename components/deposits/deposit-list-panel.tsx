import { Button } from "#components/ui/button/button.tsx";
import { cx } from "#components/ui/cx.ts";
import { Panel, PanelHead } from "#components/ui/panel/panel.tsx";
import { tx } from "#components/ui/rich-text.tsx";
import { EmptyState } from "#components/ui/status/empty-state.tsx";
import { OffsetPager } from "#components/ui/table/offset-pager.tsx";
import { Table, TableBody, TableHead, Th } from "#components/ui/table/table.tsx";
import type { DepositsView, ShownDeposit } from "#lib/deposits/deposits-view.ts";
import { countOf, formatCount } from "#lib/format/counts.ts";
import { formatMoney } from "#lib/format/money.ts";
import { t, text } from "#lib/language/t.ts";
import { DepositRow } from "./deposit-row.tsx";

/** Bank lines with what they pay, newest first. */
export function DepositListPanel({
  view,
  isOld,
  isFiltered,
  isOneState,
  isBusy,
  onConfirm,
  onMatch,
  onUndo,
  onOffset,
  onClear,
}: {
  view: DepositsView;
  /** While another filter is being read. */
  isOld: boolean;
  isFiltered: boolean;
  /** Only deposits of one state are listed. */
  isOneState: boolean;
  isBusy: boolean;
  onConfirm: (deposits: readonly ShownDeposit[]) => void;
  onMatch: (deposit: ShownDeposit) => void;
  onUndo: (deposit: ShownDeposit) => void;
  onOffset: (offset: number) => void;
  onClear: () => void;
}) {
  const { deposits, total, offset, limit } = view;
  const suggested = deposits.filter(({ proposal }) => proposal?.kind === "suggested");
  return (
    <Panel aria-label={t("Bank and batches")}>
      <PanelHead title={t("Bank and batches")} sub={countOf(total, "bank line")}>
        {suggested.length > 1 && (
          <Button size="s" loading={isBusy} onClick={() => onConfirm(suggested)}>
            {t("Confirm {count} suggested", { count: formatCount(suggested.length) })}
          </Button>
        )}
      </PanelHead>
      {deposits.length === 0 ? (
        <NoDeposits isFiltered={isFiltered} onClear={onClear} />
      ) : (
        <div className={cx(isOld && "opacity-60")}>
          <Table label={t("Bank lines and what they pay")} cards={2}>
            <TableHead>
              <Th>{t("Bank day")}</Th>
              <Th>{t("Bank line")}</Th>
              <Th numeric>{t("Deposit")}</Th>
              <Th>{t("What it pays")}</Th>
              <Th>{t("State")}</Th>
            </TableHead>
            <TableBody>
              {deposits.map((deposit) => (
                <DepositRow
                  key={deposit.id}
                  deposit={deposit}
                  today={view.today}
                  isReading={view.isReading}
                  isBusy={isBusy}
                  onConfirm={() => onConfirm([deposit])}
                  onMatch={() => onMatch(deposit)}
                  onUndo={() => onUndo(deposit)}
                />
              ))}
            </TableBody>
          </Table>
          <Totals view={view} isOneState={isOneState} />
          {total > limit && (
            <OffsetPager
              offset={offset}
              rows={deposits.length}
              total={total}
              limit={limit}
              onOffset={onOffset}
            />
          )}
        </div>
      )}
    </Panel>
  );
}

/** The sums of what is listed. Of the chosen days in any state, the bank's own total can be compared with them. */
function Totals({ view: { sums }, isOneState }: { view: DepositsView; isOneState: boolean }) {
  return (
    <div className="grid gap-1 border-t border-line-strong bg-sunken px-4 py-3 text-13 text-muted last:rounded-b-[7px]">
      {sums
        .filter(({ chosen }) => chosen.count > 0)
        .map(({ currency, chosen, leftOut }) => (
          <p key={currency} className="flex flex-wrap justify-between gap-x-6">
            <span className="font-semibold text-ink">
              {sums.length > 1
                ? t("{lines} in {currency}", { lines: countOf(chosen.count, "line"), currency })
                : countOf(chosen.count, "line")}
            </span>
            <span>
              {tx(totalText({ isOneState, leftOut }), {
                money: formatMoney(chosen.cents - leftOut.cents, { code: currency }),
                total: <b className="text-ink">{formatMoney(chosen.cents, { code: currency })}</b>,
              })}
            </span>
          </p>
        ))}
    </div>
  );
}

function totalText({ isOneState, leftOut }: { isOneState: boolean; leftOut: { count: number } }) {
  if (isOneState) return text("Total {total}");
  return leftOut.count > 0
    ? text("{money} without what is left out, bank total {total}")
    : text("Bank total {total}");
}

function NoDeposits({ isFiltered, onClear }: { isFiltered: boolean; onClear: () => void }) {
  return isFiltered ? (
    <EmptyState
      icon="filter"
      title={t("No such deposit")}
      action={<Button onClick={onClear}>{t("Show all")}</Button>}
    >
      {t("No bank line has this state on these days.")}
    </EmptyState>
  ) : (
    <EmptyState icon="bank" title={t("No deposits yet")}>
      {t(
        "Export OFX, camt.053 or CSV from the bank and import the file here. Deposits that one set of batches explains to the cent are matched at once.",
      )}
    </EmptyState>
  );
}
