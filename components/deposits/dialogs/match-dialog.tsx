"use client";

import { useState } from "react";
import { useAct } from "#components/layout/use-act.ts";
import { Button } from "#components/ui/button/button.tsx";
import { Field } from "#components/ui/form/field.tsx";
import { Input } from "#components/ui/form/input.tsx";
import { Segmented } from "#components/ui/form/segmented.tsx";
import { SumLine, SumList } from "#components/ui/list/sum-list.tsx";
import { Dialog } from "#components/ui/overlay/dialog.tsx";
import { Note } from "#components/ui/status/note.tsx";
import type { ShownDeposit, WaitingPortion } from "#lib/deposits/deposits-view.ts";
import { type FundingRules, isFeeOpen } from "#lib/deposits/funding-rules.ts";
import { adjustmentLabels, adjustmentSign, lineForRemaining, sumOf } from "#lib/deposits/match/match.ts";
import { amountProblem, amountText, typedCents } from "#lib/format/amount-text.ts";
import { countOf } from "#lib/format/counts.ts";
import { formatDay } from "#lib/format/dates.ts";
import { formatMoney } from "#lib/format/money.ts";
import { t, translated } from "#lib/language/t.ts";
import { depositsKey } from "#lib/queries/keys.ts";
import { matchDeposit, setDepositAside } from "#server/actions/deposits.ts";
import { DifferenceLines, type TypedLine } from "./difference-lines.tsx";
import { PortionPicker } from "./portion-picker.tsx";

type Purpose = "batches" | "fee" | "left-out";

type MatchProps = {
  deposit: ShownDeposit;
  waiting: readonly WaitingPortion[];
  rules: FundingRules;
  onClose: () => void;
};

/** Explains a bank line: by the batches that it pays until nothing is left over, as a fee, or as not from sales. */
export function MatchDialog({ deposit, waiting, rules, onClose }: MatchProps) {
  const { cents, currency, day, description, trace } = deposit;
  const match = useMatch({ deposit, waiting, rules, onClose });
  const {
    purpose,
    choices,
    chosen,
    lines,
    remaining,
    note,
    canSubmit,
    needsNote,
    pending,
    problem,
    reasons,
  } = match;
  const amount = formatMoney(cents, { code: currency });
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={t("Match {amount}", { amount })}
      description={[description, trace && t("trace {trace}", { trace }), formatDay(day, { weekday: true })]
        .filter(Boolean)
        .join(", ")}
      footer={
        <>
          <Button onClick={onClose}>{t("Cancel")}</Button>
          <Button
            variant="primary"
            loading={pending}
            disabled={!canSubmit}
            onClick={() => void match.submit()}
          >
            {purpose === "fee" && cents > 0 ? t("Book as refunded fee,") : buttonTexts[purpose]} {amount}
          </Button>
        </>
      }
    >
      <Segmented<Purpose>
        label={t("What it is")}
        full
        value={purpose}
        options={[
          { value: "batches", label: t("Batches") },
          { value: "fee", label: cents > 0 ? t("A refunded fee") : t("A fee") },
          { value: "left-out", label: t("Not from sales") },
        ]}
        onChange={match.setPurpose}
      />
      {purpose === "batches" && (
        <>
          <PortionPicker choices={choices} chosen={chosen} onToggle={match.toggle} />
          <DifferenceLines lines={lines} remaining={remaining} onChange={match.setLines} />
          <MatchSums
            deposit={deposit}
            portions={match.portions}
            adjustments={match.adjustments}
            leftCents={match.leftCents}
          />
        </>
      )}
      <Field
        longest={200}
        text={note}
        label={t("Note")}
        error={reasons.note}
        {...(needsNote ? { required: true } : { optional: true })}
      >
        {(control) => (
          <Input
            {...control}
            autoComplete="off"
            value={note}
            onChange={(event) => match.setNote(event.target.value)}
          />
        )}
      </Field>
      {problem && (
        <Note tone="warning" role="alert">
          {problem}
        </Note>
      )}
    </Dialog>
  );
}

/** What is chosen and typed to explain the line, and what of it is left over. */
function useMatch({ deposit, waiting, rules, onClose }: MatchProps) {
  const { cents, currency, day, proposal } = deposit;
  const [purpose, setPurpose] = useState<Purpose>(proposal?.kind === "fee" ? "fee" : "batches");
  const [chosen, setChosen] = useState<ReadonlySet<string>>(() => new Set(chosenAtFirst(deposit)));
  const [lines, setLines] = useState<readonly TypedLine[]>(() => linesAtFirst(deposit));
  const [note, setNote] = useState("");
  const { act, pending, problem, reasons } = useAct({
    changes: depositsKey,
    unanswered: t("No response from the server. Check whether the deposit is matched, then try again."),
    fields: ["note"],
  });
  const choices = waiting.filter((portion) => portion.currency === currency && portion.closedDay <= day);
  const portions = choices.filter(({ id }) => chosen.has(id));
  const adjustments = lines.flatMap(({ kind, text }) => {
    const typed = typedCents(text);
    return typed ? [{ kind, cents: typed * adjustmentSign(kind) }] : [];
  });
  const leftCents = cents - sumOf(portions) - sumOf(adjustments);
  const hasFee = lines.some(({ kind }) => kind === "fee");
  const missingFeeCents = hasFee ? 0 : portions.reduce((sum, { feeCents }) => sum + feeCents, 0);
  const remaining =
    leftCents === 0
      ? undefined
      : lineForRemaining({ leftCents, missingFeeCents, isFeeOpen: isFeeOpen(rules) });
  // What can't be read is corrected first: it may not be dropped.
  const isRead = lines.every(({ text }) => amountProblem(text) === undefined);
  const isClosed =
    purpose !== "batches" || (isRead && leftCents === 0 && portions.length + adjustments.length > 0);
  const needsNote = purpose === "batches" && lines.some(({ kind }) => kind === "less" || kind === "more");
  const submit = async () => {
    const done = await act(() =>
      purpose === "batches"
        ? matchDeposit({ deposit: deposit.id, portions: portions.map(({ id }) => id), adjustments, note })
        : setDepositAside({ deposit: deposit.id, purpose, note }),
    );
    if (done) onClose();
  };
  return {
    purpose,
    setPurpose,
    choices,
    chosen,
    toggle: (id: string) => setChosen((before) => toggled(before, id)),
    portions,
    lines,
    setLines,
    adjustments,
    /** A line that would explain what is left over. */
    remaining,
    leftCents,
    note,
    setNote,
    needsNote,
    canSubmit: isClosed && !(needsNote && note.trim() === ""),
    submit,
    pending,
    problem,
    reasons,
  };
}

/** The deposit less what explains it. */
function MatchSums({
  deposit: { cents, currency },
  portions,
  adjustments,
  leftCents,
}: { deposit: ShownDeposit } & Pick<ReturnType<typeof useMatch>, "portions" | "adjustments" | "leftCents">) {
  return (
    <SumList className="text-13">
      <SumLine label={countOf(portions.length, "part of a batch", "parts of batches")}>
        {formatMoney(sumOf(portions), { currency: false, code: currency })}
      </SumLine>
      {adjustments.map((line, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines have no other name
        <SumLine key={place} label={adjustmentLabels[line.kind]}>
          {formatMoney(line.cents, { currency: false, code: currency })}
        </SumLine>
      ))}
      <SumLine label={t("Deposit")}>{formatMoney(cents, { currency: false, code: currency })}</SumLine>
      <SumLine total label={t("Left over")}>
        <output
          aria-live="polite"
          className={leftCents === 0 ? "text-16 text-approved" : "text-16 text-declined"}
        >
          {formatMoney(leftCents, { code: currency })}
        </output>
      </SumLine>
    </SumList>
  );
}

const buttonTexts = translated("*", {
  batches: "Match ~verb",
  fee: "Book as fee",
  "left-out": "Leave out",
} as const);

function toggled(before: ReadonlySet<string>, id: string): Set<string> {
  const after = new Set(before);
  if (!after.delete(id)) after.add(id);
  return after;
}

/** What was suggested or comes closest; of several possible matches none, so that the user chooses. */
function likeliestOf({ proposal }: ShownDeposit) {
  if (proposal?.kind === "suggested") return proposal.solution;
  return proposal?.kind === "none" ? proposal.closest : undefined;
}

const chosenAtFirst = (deposit: ShownDeposit): string[] =>
  likeliestOf(deposit)?.portions.map(({ id }) => id) ?? [];

function linesAtFirst(deposit: ShownDeposit): TypedLine[] {
  const { feeCents = 0 } = likeliestOf(deposit) ?? {};
  return feeCents > 0 ? [{ kind: "fee", text: amountText(feeCents) }] : [];
}
