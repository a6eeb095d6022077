import { Button } from "#components/ui/button/button.tsx";
import { TextButton } from "#components/ui/button/text-button.tsx";
import { State } from "#components/ui/status/state.tsx";
import { Td, Tr } from "#components/ui/table/table.tsx";
import type { ShownDeposit } from "#lib/deposits/deposits-view.ts";
import { formatDay } from "#lib/format/dates.ts";
import { formatMoney } from "#lib/format/money.ts";
import { WhatItPays } from "./what-it-pays.tsx";

/** A bank line beside what it pays, with the next step. */
export function DepositRow({
  deposit,
  today,
  isBusy,
  onConfirm,
  onMatch,
  onUndo,
}: {
  deposit: ShownDeposit;
  /** The merchant's day. */
  today: string;
  isBusy: boolean;
  onConfirm: () => void;
  onMatch: () => void;
  onUndo: () => void;
}) {
  const { day, cents, currency, description, trace, account, file, addedBy } = deposit;
  const source = file ? account : `Entered by ${addedBy}`;
  return (
    <Tr>
      <Td place="lead" className="py-2.5! align-top whitespace-nowrap text-muted">
        {formatDay(day, { weekday: true, year: day.slice(0, 4) !== today.slice(0, 4) })}
      </Td>
      <Td place="full" className="py-2.5! align-top wrap-break-word sm:min-w-40">
        {description || "No description"}
        {trace && <span className="block text-12 text-faint">Trace {trace}</span>}
        {source && <span className="block text-12 text-faint">{source}</span>}
      </Td>
      <Td numeric place="amount" className="py-2.5! align-top font-semibold">
        {formatMoney(cents, { currency: false, code: currency })}
      </Td>
      <Td place="full" className="py-2.5! align-top sm:w-[42%]">
        <WhatItPays deposit={deposit} />
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
}: Omit<Parameters<typeof DepositRow>[0], "today">) {
  const what = `${formatMoney(cents, { code: currency })} ${description}`;
  if (match)
    return (
      <span className="flex flex-wrap items-center gap-x-3">
        <MatchState purpose={match.purpose} />
        <TextButton className="text-13" aria-label={`Undo the match of ${what}`} onClick={onUndo}>
          Undo
        </TextButton>
      </span>
    );
  if (proposal?.kind === "suggested")
    return (
      <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Button size="s" loading={isBusy} aria-label={`Confirm ${what}`} onClick={onConfirm}>
          Confirm
        </Button>
        <TextButton className="text-13" aria-label={`Match ${what} otherwise`} onClick={onMatch}>
          Match otherwise
        </TextButton>
      </span>
    );
  return (
    <Button
      size="s"
      aria-label={proposal?.kind === "fee" ? `Book ${what} as fee` : `Match ${what}`}
      onClick={onMatch}
    >
      {proposal?.kind === "ambiguous" ? "Choose" : proposal?.kind === "fee" ? "Book as fee" : "Match"}
    </Button>
  );
}

function MatchState({ purpose }: { purpose: "batches" | "fee" | "left-out" }) {
  if (purpose === "left-out")
    return (
      <State tone="neutral" icon="void">
        Left out
      </State>
    );
  return (
    <State tone="approved" icon="approved">
      {purpose === "fee" ? "Fee" : "Matched"}
    </State>
  );
}
