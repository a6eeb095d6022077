import { Panel, PanelHead } from "#components/ui/panel/panel.tsx";
import { EmptyState } from "#components/ui/status/empty-state.tsx";
import { StatusLabel } from "#components/ui/status/status-label.tsx";
import { Table, TableBody, TableFoot, TableHead, Td, Th, Tr } from "#components/ui/table/table.tsx";
import type { DepositsView, WaitingPortion } from "#lib/deposits/deposits-view.ts";
import { sumOf } from "#lib/deposits/match/match.ts";
import { sumWaiting, type WaitingSum } from "#lib/deposits/waiting-sums.ts";
import { countOf } from "#lib/format/counts.ts";
import { formatDay } from "#lib/format/dates.ts";
import { listOf } from "#lib/format/list.ts";
import { formatMoney } from "#lib/format/money.ts";
import { ownCurrency } from "#lib/gateway/currencies.ts";
import { t } from "#lib/language/t.ts";
import { EarlierNote } from "./earlier-note.tsx";
import { PortionLabel } from "./portion-label.tsx";

/** What closed batches still have to bring, the oldest first. */
export function WaitingPanel({ view }: { view: DepositsView }) {
  const { waiting, isReading, today } = view;
  // Cash is in the safe until someone takes it to the bank.
  const due = waiting.filter(({ part }) => part !== "cash");
  const cash = waiting.filter(({ part, currency }) => part === "cash" && currency === ownCurrency);
  const sums = sumWaiting(due);
  const hasFees = due.some(({ feeCents }) => feeCents !== 0);
  const money = listOf(sums.map(toComeOf));
  return (
    <Panel aria-label={t("Not in the bank yet")}>
      <PanelHead title={t("Not in the bank yet")} sub={isReading ? t("{money} so far", { money }) : money}>
        {cash.length > 0 && (
          <span>{t("Cash not deposited {money}", { money: formatMoney(sumOf(cash)) })}</span>
        )}
      </PanelHead>
      {due.length === 0 ? (
        <EmptyState icon="bank" title={isReading ? t("Batches are being read") : t("Nothing is waiting")}>
          {isReading
            ? t("Expected deposits appear here once the transactions of closed batches are read.")
            : t("Every closed batch that is followed here is in the bank.")}
        </EmptyState>
      ) : (
        <Table label={t("Batches not in the bank yet")} cards={2} dense>
          <TableHead>
            <Th>{t("Batch")}</Th>
            <Th>{t("Waiting since")}</Th>
            <Th>{t("Due")}</Th>
            {hasFees && <Th numeric>{t("Fee")}</Th>}
            <Th numeric>{t("Amount")}</Th>
          </TableHead>
          <TableBody>
            {due.map((portion) => (
              <Row key={portion.id} portion={portion} hasFees={hasFees} today={today} />
            ))}
          </TableBody>
          <TableFoot>
            <Td place="lead">
              {sums.map(({ currency, count }) => (
                <span key={currency} className="block">
                  {sums.length > 1
                    ? t("{parts} in {currency}", {
                        ...{ parts: countOf(count, "part of a batch", "parts of batches"), currency },
                      })
                    : countOf(count, "part of a batch", "parts of batches")}
                </span>
              ))}
            </Td>
            <Td drop="s" />
            <Td drop="s" />
            {hasFees && (
              <Td numeric label={t("Fee")}>
                {sums.map(({ currency, feeCents }) => (
                  <span key={currency} className="block">
                    {formatMoney(-feeCents, { currency: false, code: currency })}
                  </span>
                ))}
              </Td>
            )}
            <Td numeric place="amount">
              {sums.map((sum) => (
                <span key={sum.currency} className="block">
                  {moneyOf(sum)}
                </span>
              ))}
            </Td>
          </TableFoot>
        </Table>
      )}
      <EarlierNote view={view} />
    </Panel>
  );
}

/** What will reach the bank. */
const toComeOf = ({ currency, cents, feeCents }: WaitingSum) =>
  feeCents === 0
    ? formatMoney(cents, { code: currency })
    : t("{money} after fees", { money: formatMoney(cents - feeCents, { code: currency }) });

const moneyOf = ({ currency, cents }: WaitingSum) => formatMoney(cents, { code: currency });

function Row({ portion, hasFees, today }: { portion: WaitingPortion; hasFees: boolean; today: string }) {
  const { closedDay, due, isLate, mayPay, feeCents, cents, currency } = portion;
  return (
    <Tr>
      <Td place="lead">
        <PortionLabel portion={portion} />
      </Td>
      <Td label={t("Waiting since")}>{formatDay(closedDay, { weekday: true, year: false })}</Td>
      <Td label={t("Due")}>
        {mayPay ? (
          <StatusLabel tone="warning" icon="pending" wraps>
            {t("To match, bank line of {day}", { day: formatDay(mayPay.day, { year: false }) })}
          </StatusLabel>
        ) : isLate && due ? (
          <StatusLabel tone="declined" icon="warning" wraps>
            {t("Late, was {day}", { day: formatDay(due, { weekday: true, year: false }) })}
          </StatusLabel>
        ) : due === today ? (
          t("Today")
        ) : (
          due && formatDay(due, { weekday: true, year: false })
        )}
      </Td>
      {hasFees && (
        <Td numeric label={t("Fee")} className="text-faint">
          {feeCents === 0 ? "" : formatMoney(-feeCents, { currency: false, code: currency })}
        </Td>
      )}
      <Td numeric place="amount">
        {formatMoney(cents, { currency: false, code: currency })}
      </Td>
    </Tr>
  );
}
