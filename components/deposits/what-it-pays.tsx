import { useMerchant } from "#components/layout/merchant.tsx";
import { SumLine, SumList } from "#components/ui/list/sum-list.tsx";
import { State } from "#components/ui/status/state.tsx";
import type { ShownDeposit, ShownMatch, ShownPortion, ShownProposal } from "#lib/deposits/deposits-view.ts";
import { type Adjustment, adjustmentLabels, type MatchHow, shortOf } from "#lib/deposits/match/match.ts";
import { MOST_RIVALS } from "#lib/deposits/match/rivals.ts";
import { partLabels } from "#lib/deposits/portion.ts";
import { countOf } from "#lib/format/counts.ts";
import { formatDay } from "#lib/format/dates.ts";
import { formatMoney } from "#lib/format/money.ts";
import { momentIn } from "#lib/time.ts";
import { PortionLabel } from "./portion-label.tsx";

/** What explains a bank line, or what may. */
export function WhatItPays({ deposit }: { deposit: ShownDeposit }) {
  const { match, proposal, currency, undone } = deposit;
  const [lastUndone] = undone;
  return (
    <div className="grid gap-1">
      {match && <Matched match={match} currency={currency} />}
      {!match &&
        (proposal ? (
          <Proposed proposal={proposal} currency={currency} />
        ) : (
          <p className="text-muted">Comparing with batches…</p>
        ))}
      {lastUndone && (
        <p className="text-12 text-faint">
          A match was undone by {lastUndone.by}: {lastUndone.reason}
        </p>
      )}
    </div>
  );
}

function Matched({ match, currency }: { match: ShownMatch; currency: string }) {
  const { timeZone } = useMerchant();
  const short = shortOf(match.adjustments);
  return (
    <>
      <Lines portions={match.portions} adjustments={match.adjustments} currency={currency} />
      {match.purpose === "fee" && <p className="text-muted">Fee of the processor or the bank</p>}
      {match.purpose === "left-out" && <p className="text-muted">Not from sales</p>}
      {short > 0 && (
        <State tone="declined" icon="differs" wraps>
          Short by {formatMoney(short, { code: currency })}
        </State>
      )}
      {match.note && <p className="text-13 text-muted wrap-anywhere">{match.note}</p>}
      <p className="text-12 text-faint">
        {howTexts[match.how]}
        {match.by && ` by ${match.by}`}, {formatDay(momentIn(timeZone, match.at), { year: false })}
      </p>
    </>
  );
}

const howTexts: Record<MatchHow, string> = {
  automatic: "Matched automatically, to the cent",
  suggested: "Confirmed",
  "by-hand": "Matched by hand",
};

export function Lines({
  portions,
  adjustments,
  currency,
}: {
  portions: readonly ShownPortion[];
  adjustments: readonly Adjustment[];
  currency: string;
}) {
  if (portions.length + adjustments.length === 0) return null;
  return (
    <SumList>
      {portions.map((portion) => (
        <SumLine key={portion.id} label={<PortionLabel portion={portion} />}>
          {formatMoney(portion.cents, { currency: false, code: currency })}
        </SumLine>
      ))}
      {adjustments.map(({ kind, cents }, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a match never changes
        <SumLine key={place} faint label={adjustmentLabels[kind]}>
          {formatMoney(cents, { currency: false, code: currency })}
        </SumLine>
      ))}
    </SumList>
  );
}

function Proposed({ proposal, currency }: { proposal: ShownProposal; currency: string }) {
  switch (proposal.kind) {
    case "suggested":
      return (
        <>
          <Lines
            portions={proposal.solution.portions}
            adjustments={
              proposal.solution.feeCents === 0 ? [] : [{ kind: "fee", cents: -proposal.solution.feeCents }]
            }
            currency={currency}
          />
          <State tone="warning" icon="pending" wraps>
            <b className="text-warning">Suggested.</b> {whyTexts[proposal.why]}
          </State>
        </>
      );
    case "ambiguous":
      return (
        <>
          <State tone="warning" icon="unknown" wraps>
            <b className="text-warning">Ambiguous.</b> {ambiguousText(proposal)}
          </State>
          <ul className="grid gap-0.5 text-13 text-muted">
            {proposal.solutions.map(({ portions, feeCents }) => (
              <li key={portions.map(({ id }) => id).join()}>
                {namesOf(portions)}
                {feeCents > 0 && `, less a fee of ${formatMoney(feeCents, { code: currency })}`}
              </li>
            ))}
          </ul>
        </>
      );
    case "fee":
      return (
        <State tone="warning" icon="pending" wraps>
          It looks like a fee.
        </State>
      );
    case "none":
      return (
        <State tone="declined" icon="differs" wraps>
          <b className="text-declined">No match.</b>{" "}
          {proposal.closest
            ? `Closest: ${namesOf(proposal.closest.portions)}, ${formatMoney(proposal.closest.expectedCents, { code: currency })}. The bank has ${formatMoney(Math.abs(proposal.closest.differenceCents), { code: currency })} ${proposal.closest.differenceCents < 0 ? "less" : "more"}.`
            : "No batch before this day comes close."}
        </State>
      );
  }
}

const whyTexts = {
  undone: "It agrees to the cent, but a match of it was undone.",
  fee: "The difference would be the fee.",
  otherPayout: "It agrees to the cent, but American Express is paid otherwise than you said.",
  manyBatches: "It agrees to the cent, but more batches are waiting than can all be compared.",
} as const;

function ambiguousText({ solutions, rivals }: Extract<ShownProposal, { kind: "ambiguous" }>): string {
  const [rival] = rivals;
  if (solutions.length > 1) return `${solutions.length} possible matches:`;
  if (!rival) return "Possible match:";
  if (rivals.length >= MOST_RIVALS) return `${MOST_RIVALS} or more other deposits could pay the same:`;
  return rivals.length > 1
    ? `${countOf(rivals.length, "other deposit")} could pay the same:`
    : `The deposit of ${formatDay(rival.day, { year: false })} could pay the same:`;
}

/** "Batch 2181 and 2180, cards" */
function namesOf(portions: readonly ShownPortion[]): string {
  const byPart = Map.groupBy(portions, ({ part }) => part);
  return [...byPart]
    .map(([part, own]) => {
      const names = own.map(({ batchName }) => batchName);
      return `${own.length > 1 ? "batches" : "batch"} ${names.join(", ")}, ${partLabels[part]}`;
    })
    .join("; ");
}
