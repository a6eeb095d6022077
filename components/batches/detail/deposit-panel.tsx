import { useQuery } from "@tanstack/react-query";
import { useMerchant } from "#components/layout/merchant.tsx";
import { Link } from "#components/layout/navigation/link.tsx";
import { SumLine, SumList } from "#components/ui/list/sum-list.tsx";
import { Panel, PanelHead, PanelSection } from "#components/ui/panel/panel.tsx";
import { Spinner } from "#components/ui/status/spinner.tsx";
import { StatusLabel } from "#components/ui/status/status-label.tsx";
import type { BatchPart, FollowsFrom } from "#lib/deposits/deposits-view.ts";
import { mayPay as mayPayText } from "#lib/deposits/may-pay.ts";
import { partLabels } from "#lib/deposits/portion.ts";
import { capitalized } from "#lib/format/capitalized.ts";
import { formatDay } from "#lib/format/dates.ts";
import { formatMoney } from "#lib/format/money.ts";
import { t } from "#lib/language/t.ts";
import { paths } from "#lib/paths.ts";
import { may } from "#lib/permissions.ts";
import { batchDepositsQuery } from "#lib/queries/deposits.ts";

/** What of a closed batch reached the bank, for those who match deposits. */
export function DepositPanel({ batchKey }: { batchKey: string }) {
  const { role } = useMerchant();
  const { data } = useQuery({ ...batchDepositsQuery(batchKey), enabled: may(role, "manageDeposits") });
  if (!data || data.kind === "open") return null;
  return (
    <Panel aria-label={t("Deposits")}>
      <PanelHead title={t("Deposits")} />
      <PanelSection className="grid gap-3 text-13">
        {data.kind === "unread" && <Spinner>{t("Reading the expected deposit")}</Spinner>}
        {data.kind === "known" && data.parts.length === 0 && <p>{t("Nothing to deposit")}</p>}
        {data.kind === "known" &&
          data.parts.map((part) => <Part key={part.id} part={part} follows={data.follows} />)}
      </PanelSection>
    </Panel>
  );
}

function Part({ part, follows }: { part: BatchPart; follows: FollowsFrom }) {
  const label = partLabels[part.part];
  return (
    <div>
      <SumList>
        <SumLine label={capitalized(label)}>{formatMoney(part.cents, { code: part.currency })}</SumLine>
      </SumList>
      <PartState part={part} follows={follows} />
    </div>
  );
}

function PartState({
  part: { part, currency, deposit, closedDay, due, isLate, mayPay, isFollowed },
  follows,
}: {
  part: BatchPart;
  follows: FollowsFrom;
}) {
  const day = (text: string) => formatDay(text, { year: false });
  if (!deposit) {
    if (part === "cash") return <p className="text-muted">{t("Not deposited")}</p>;
    if (mayPay)
      return (
        <StatusLabel tone="warning" icon="pending" wraps>
          <Link href={depositsOf(mayPay.day)}>{mayPayText(mayPay, currency)}</Link>
        </StatusLabel>
      );
    if (due && !isFollowed)
      return (
        <StatusLabel tone="neutral" icon="unknown" wraps>
          {follows.hasDeposits
            ? t("Not followed: it was due {due}, and the bank lines here begin {from}.", {
                due: day(due),
                from: day(follows.from),
              })
            : t("Not followed: it was due {due}, and no bank line is here yet.", { due: day(due) })}
        </StatusLabel>
      );
    return (
      <StatusLabel tone={isLate ? "declined" : "neutral"} icon={isLate ? "warning" : "pending"} wraps>
        {!due
          ? t("Waiting since {day}", { day: day(closedDay) })
          : isLate
            ? t("Waiting since {day}, was due {due}", { day: day(closedDay), due: day(due) })
            : t("Waiting since {day}, due {due}", { day: day(closedDay), due: day(due) })}
      </StatusLabel>
    );
  }
  return (
    <>
      <StatusLabel tone="approved" icon="approved" wraps>
        <Link href={depositsOf(deposit.day)}>{t("Deposited {day}", { day: day(deposit.day) })}</Link>
      </StatusLabel>
      {deposit.shortCents > 0 && (
        <p>
          <StatusLabel tone="declined" icon="differs" wraps>
            {deposit.others > 0
              ? t("Short by {money}, with other parts of batches", {
                  money: formatMoney(deposit.shortCents, { code: currency }),
                })
              : t("Short by {money}", { money: formatMoney(deposit.shortCents, { code: currency }) })}
          </StatusLabel>
        </p>
      )}
    </>
  );
}

const depositsOf = (day: string) => paths.deposits(new URLSearchParams({ from: day, to: day }).toString());
