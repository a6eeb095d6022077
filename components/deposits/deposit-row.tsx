import { Button } from "#components/ui/button/button.tsx";
import { TextButton } from "#components/ui/button/text-button.tsx";
import { StatusLabel } from "#components/ui/status/status-label.tsx";
import { Td, Tr } from "#components/ui/table/table.tsx";
import type { ShownDeposit } from "#lib/deposits/deposits-view.ts";
import { formatDay } from "#lib/format/dates.ts";
import { formatMoney } from "#lib/format/money.ts";
import { t } from "#lib/language/t.ts";
import { translate } from "#lib/language/translate.ts";
import { DepositMatch } from "./deposit-match.tsx";

/** A bank line beside what it pays, with the next step. */
export function DepositRow({
  deposit,
  today,
  isReading,
  isBusy,
  onConfirm,
  onMatch,
  onUndo,
}: {
  deposit: ShownDeposit;
  /** Batches or checks that it may pay are still to be read. */
  isReading: boolean;
  /** The merchant's day. */
  today: string;
  isBusy: boolean;
  onConfirm: () => void;
  onMatch: () => void;
  onUndo: () => void;
}) {
  const { day, cents, currency, description, trace, account, file, addedBy } = deposit;
  const source = file ? account && translate(account) : t("Entered by {addedBy}", { addedBy });
  return (
    <Tr>
      <Td place="lead" className="py-2.5! align-top whitespace-nowrap text-muted">
        {formatDay(day, { weekday: true, year: day.slice(0, 4) !== today.slice(0, 4) })}
      </Td>
      <Td place="full" className="py-2.5! align-top wrap-break-word sm:min-w-40">
        {description || t("No description")}
        {trace && <span className="block text-12 text-faint">{t("Trace {trace}", { trace })}</span>}
        {source && <span className="block text-12 text-faint">{source}</span>}
      </Td>
      <Td numeric place="amount" className="py-2.5! align-top font-semibold">
        {formatMoney(cents, { currency: false, code: currency })}
      </Td>
      <Td place="full" className="py-2.5! align-top sm:w-[42%]">
        <DepositMatch deposit={deposit} isReading={isReading} />
      </Td>
      <Td place="full" className="py-2.5! align-top">
        <NextStep deposit={deposit} isBusy={isBusy} onConfirm={onConfirm} onMatch={onMatch} onUndo={onUndo} />
      </Td>
    </Tr>
  );
}

function NextStep({
  deposit: { match, proposal, description, cents, currency },
  isBusy,
  onConfirm,
  onMatch,
  onUndo,
}: Omit<Parameters<typeof DepositRow>[0], "today" | "isReading">) {
  const what = `${formatMoney(cents, { code: currency })} ${description}`;
  if (match)
    return (
      <span className="flex flex-wrap items-center gap-x-3">
        <MatchState purpose={match.purpose} />
        <TextButton className="text-13" aria-label={t("Undo the match of {what}", { what })} onClick={onUndo}>
          {t("Undo")}
        </TextButton>
      </span>
    );
  if (proposal?.kind === "suggested")
    return (
      <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Button size="s" loading={isBusy} aria-label={t("Confirm {what}", { what })} onClick={onConfirm}>
          {t("Confirm")}
        </Button>
        <TextButton
          className="text-13"
          aria-label={t("Match {what} differently", { what })}
          onClick={onMatch}
        >
          {t("Match differently")}
        </TextButton>
      </span>
    );
  return (
    <Button
      size="s"
      aria-label={proposal?.kind === "fee" ? t("Book {what} as fee", { what }) : t("Match {what}", { what })}
      onClick={onMatch}
    >
      {proposal?.kind === "ambiguous"
        ? t("Choose")
        : proposal?.kind === "fee"
          ? t("Book as fee")
          : t("Match ~verb")}
    </Button>
  );
}

function MatchState({ purpose }: { purpose: "batches" | "fee" | "left-out" }) {
  if (purpose === "left-out")
    return (
      <StatusLabel tone="neutral" icon="void">
        {t("Left out")}
      </StatusLabel>
    );
  return (
    <StatusLabel tone="approved" icon="approved">
      {purpose === "fee" ? t("Fee") : t("Matched")}
    </StatusLabel>
  );
}
