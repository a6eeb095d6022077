import { useMerchant } from "#components/layout/merchant.tsx";
import { SumLine, SumList } from "#components/ui/list/sum-list.tsx";
import { StatusLabel } from "#components/ui/status/status-label.tsx";
import type { ShownDeposit, ShownMatch, ShownPortion, ShownProposal } from "#lib/deposits/deposits-view.ts";
import { type Adjustment, adjustmentLabels, type MatchHow, shortOf } from "#lib/deposits/match/match.ts";
import { MAX_RIVALS } from "#lib/deposits/match/rivals.ts";
import { checkDayOf, partLabels, portionLabel } from "#lib/deposits/portion.ts";
import { capitalized } from "#lib/format/capitalized.ts";
import { countOf } from "#lib/format/counts.ts";
import { formatDay } from "#lib/format/dates.ts";
import { listOf } from "#lib/format/list.ts";
import { formatMoney } from "#lib/format/money.ts";
import { t, translated } from "#lib/language/t.ts";
import { momentIn } from "#lib/time.ts";
import { PortionLabel } from "./portion-label.tsx";

/** What explains a bank line, or what may. */
export function DepositMatch({ deposit, isReading }: { deposit: ShownDeposit; isReading: boolean }) {
  const { match, proposal, currency, undone } = deposit;
  const [lastUndone] = undone;
  return (
    <div className="grid gap-1">
      {match && <Matched match={match} currency={currency} cents={deposit.cents} />}
      {!match &&
        (proposal ? (
          <Proposed proposal={proposal} currency={currency} />
        ) : (
          <p className="text-muted">{t("Comparing with batches…")}</p>
        ))}
      {!match && proposal && proposal.kind !== "fee" && isReading && (
        <p className="text-12 text-faint">{t("So far: earlier batches and checks are still being read.")}</p>
      )}
      {lastUndone && (
        <p className="text-12 text-faint">
          {t("A match was undone by {by}: {reason}", { by: lastUndone.by, reason: lastUndone.reason })}
        </p>
      )}
    </div>
  );
}

function Matched({ match, currency, cents }: { match: ShownMatch; currency: string; cents: number }) {
  const { timeZone } = useMerchant();
  const short = shortOf(match.adjustments);
  return (
    <>
      <Lines portions={match.portions} adjustments={match.adjustments} currency={currency} />
      {match.purpose === "fee" && (
        <p className="text-muted">
          {cents > 0 ? t("Refunded fee, money in") : t("Fee of the processor or the bank")}
        </p>
      )}
      {match.purpose === "left-out" && <p className="text-muted">{t("Not from sales")}</p>}
      {short > 0 && (
        <StatusLabel tone="declined" icon="differs" wraps>
          {t("Short by {money}", { money: formatMoney(short, { code: currency }) })}
        </StatusLabel>
      )}
      {match.note && <p className="text-13 text-muted wrap-anywhere">{match.note}</p>}
      <p className="text-12 text-faint">
        {match.by ? t("{how} by {by}", { how: howTexts[match.how], by: match.by }) : howTexts[match.how]},{" "}
        {formatDay(momentIn(timeZone, match.at), { year: false })}
      </p>
    </>
  );
}

const howTexts: Record<MatchHow, string> = translated("*", {
  automatic: "Matched automatically, to the cent",
  suggested: "Confirmed",
  "by-hand": "Matched by hand",
});

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
          <StatusLabel tone="warning" icon="pending" wraps>
            <b className="text-warning">{t("Suggested.")}</b> {whyTexts[proposal.why]}
          </StatusLabel>
        </>
      );
    case "ambiguous":
      return (
        <>
          <StatusLabel tone="warning" icon="unknown" wraps>
            <b className="text-warning">{t("Ambiguous.")}</b> {ambiguousText(proposal, currency)}
          </StatusLabel>
          <ul className="grid gap-0.5 text-13 text-muted">
            {proposal.solutions.map(({ portions, feeCents }) => (
              <li key={portions.map(({ id }) => id).join()}>
                {feeCents > 0
                  ? t("{names}, less a fee of {money}", {
                      names: capitalized(namesOf(portions)),
                      money: formatMoney(feeCents, { code: currency }),
                    })
                  : capitalized(namesOf(portions))}
              </li>
            ))}
          </ul>
        </>
      );
    case "fee":
      return (
        <StatusLabel tone="warning" icon="pending" wraps>
          {t("It looks like a fee.")}
        </StatusLabel>
      );
    case "none":
      if (proposal.closest && !proposal.paid)
        return <Closest closest={proposal.closest} currency={currency} />;
      return (
        <StatusLabel tone="declined" icon="differs" wraps>
          <b className="text-declined">{t("No match.")}</b>{" "}
          {proposal.paid
            ? t("The deposit of {day} pays the same amount: {names}.", {
                day: formatDay(proposal.paid.day, { year: false }),
                names: namesOf([proposal.paid.portion]),
              })
            : t("No waiting batch is close to this amount.")}
        </StatusLabel>
      );
  }
}

/** What comes closest, with the fee that is known and the difference on lines of their own. */
function Closest({ closest, currency }: { closest: ClosestMatch; currency: string }) {
  const { portions, feeCents, differenceCents } = closest;
  const money = formatMoney(Math.abs(differenceCents), { code: currency });
  const fee: Adjustment[] = feeCents === 0 ? [] : [{ kind: "fee", cents: -feeCents }];
  return (
    <>
      <StatusLabel tone="declined" icon="differs" wraps>
        <b className="text-declined">{t("No match.")}</b>{" "}
        {differenceCents < 0
          ? t("Short by {money} if it pays this:", { money })
          : t("{money} too much if it pays this:", { money })}
      </StatusLabel>
      <Lines
        portions={portions}
        adjustments={[...fee, { kind: differenceCents < 0 ? "short" : "over", cents: differenceCents }]}
        currency={currency}
      />
    </>
  );
}

type ClosestMatch = NonNullable<Extract<ShownProposal, { kind: "none" }>["closest"]>;

const whyTexts = translated("*", {
  exact: "It agrees to the cent, and is matched in a moment.",
  undone: "It agrees to the cent, but a match of it was undone.",
  fee: "The difference would be the fee.",
  otherPayout: "It agrees to the cent, but American Express is paid differently than you set.",
  words: "The bank's words name it, but another match is possible.",
  manyBatches: "It agrees to the cent, but more batches are waiting than can all be compared.",
} as const);

function ambiguousText(
  { solutions, rivals }: Extract<ShownProposal, { kind: "ambiguous" }>,
  currency: string,
): string {
  const [rival] = rivals;
  if (solutions.length > 1) return t("{count} possible matches:", { count: solutions.length });
  if (!rival) return t("Possible match:");
  if (rivals.length >= MAX_RIVALS)
    return t("{count} or more other deposits could pay the same:", { count: MAX_RIVALS });
  return rivals.length > 1
    ? t("{deposits} could pay the same:", { deposits: countOf(rivals.length, "other deposit") })
    : t("The deposit of {money} on {day} could pay the same:", {
        money: formatMoney(rival.cents, { code: currency }),
        day: formatDay(rival.day, { year: false }),
      });
}

/** "cards of batches 2181 and 2180" */
function namesOf(portions: readonly ShownPortion[]): string {
  const checkDays = portions.filter(({ batchKey }) => checkDayOf(batchKey) !== undefined).map(portionLabel);
  const ofBatches = portions.filter(({ batchKey }) => checkDayOf(batchKey) === undefined);
  const byPart = Map.groupBy(ofBatches, ({ part }) => part);
  const batches = [...byPart].map(([part, own]) => {
    const names = listOf(own.map(({ batchName }) => batchName));
    return own.length > 1
      ? t("{part} of batches {names}", { names, part: partLabels[part] })
      : t("{part} of batch {names}", { names, part: partLabels[part] });
  });
  return [...batches, ...checkDays].join("; ");
}
