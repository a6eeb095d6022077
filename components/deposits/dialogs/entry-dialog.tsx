"use client";

import { useState } from "react";
import { useAct } from "#components/layout/use-act.ts";
import { Button } from "#components/ui/button/button.tsx";
import { Field } from "#components/ui/form/field.tsx";
import { Input } from "#components/ui/form/input.tsx";
import { Segmented } from "#components/ui/form/segmented.tsx";
import { Dialog } from "#components/ui/overlay/dialog.tsx";
import { tx } from "#components/ui/rich-text.tsx";
import { Note } from "#components/ui/status/note.tsx";
import { newAttemptId } from "#lib/attempt.ts";
import { completeAmount, readAmount } from "#lib/format/amount-text.ts";
import { formatDay } from "#lib/format/dates.ts";
import { formatMoney } from "#lib/format/money.ts";
import { parseDay } from "#lib/format/parse-day.ts";
import { t } from "#lib/language/t.ts";
import { translate } from "#lib/language/translate.ts";
import { depositsKey } from "#lib/queries/keys.ts";
import { enterDeposit } from "#server/actions/deposits.ts";

/** What is typed. The id is made once: a second press, also in the dialog opened again, enters the same deposit. */
export type Entry = {
  id: string;
  typedDay: string;
  direction: "in" | "out";
  amount: string;
  description: string;
  trace: string;
};

const blankEntry = (today: string): Entry => ({
  id: newAttemptId(),
  typedDay: formatDay(today),
  direction: "in",
  amount: "",
  description: "",
  trace: "",
});

/** Adds a bank line that no file brought. */
export function EntryDialog({
  today,
  kept,
  onClose,
}: {
  today: string;
  /** What was typed when the dialog was left. */
  kept: Entry | undefined;
  /** With what to keep: Escape leaves the entry for later, Cancel and a stored entry end it. */
  onClose: (entry?: Entry) => void;
}) {
  const [entry, setEntry] = useState(() => kept ?? blankEntry(today));
  const { id, typedDay, direction, amount, description, trace } = entry;
  const change = (part: Partial<Entry>) => setEntry((now) => ({ ...now, ...part }));
  const { act, pending, problem, reasons } = useAct({
    changes: depositsKey,
    unanswered: t("No response from the server. Try again: it is saved only once."),
    fields: ["day", "cents", "description", "trace", "again"],
  });
  const day = parseDay(typedDay);
  const read = readAmount(amount);
  const cents = read.kind === "amount" ? read.cents * (direction === "in" ? 1 : -1) : 0;
  // The question is about these: another day or amount is asked about again.
  const [asked, setAsked] = useState<string>();
  const entered = `${day} ${cents}`;
  const isTwice = reasons.again !== undefined && asked === entered;
  const enter = async () => {
    if (!day || cents === 0) return;
    setAsked(entered);
    if (await act(() => enterDeposit({ id, day, cents, description, trace, again: isTwice }))) onClose();
  };
  return (
    <Dialog
      open
      onOpenChange={() => onClose(isTyped(entry) ? entry : undefined)}
      title={t("Enter a deposit")}
      description={t("As it is on the bank statement.")}
      footer={
        <>
          <Button onClick={() => onClose()}>{t("Cancel")}</Button>
          <Button
            variant="primary"
            loading={pending}
            disabled={!day || cents === 0 || description.trim() === ""}
            onClick={() => void enter()}
          >
            {enterLabel(cents, isTwice)}
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        <EntryFields entry={entry} day={day} read={read} reasons={reasons} onChange={change} />
        {isTwice ? (
          <Note tone="warning" role="alert">
            {tx("{title} {again} Enter it again only if the statement shows two.", {
              title: <b>{t("Possible duplicate.")}</b>,
              again: translate(reasons.again ?? ""),
            })}
          </Note>
        ) : (
          problem && (
            <Note tone="warning" role="alert">
              {problem}
            </Note>
          )
        )}
      </div>
    </Dialog>
  );
}

function EntryFields({
  entry: { typedDay, direction, amount, description, trace },
  day,
  read,
  reasons,
  onChange: change,
}: {
  entry: Entry;
  /** As it is read; null where it is no day. */
  day: string | null;
  read: ReturnType<typeof readAmount>;
  reasons: Partial<Record<"day" | "cents" | "description" | "trace", string>>;
  onChange: (part: Partial<Entry>) => void;
}) {
  return (
    <>
      <Segmented
        label={t("Direction")}
        full
        value={direction}
        options={[
          { value: "in", label: t("Money in") },
          { value: "out", label: t("Money out") },
        ]}
        onChange={(next) => change({ direction: next })}
      />
      <div className="grid grid-cols-2 gap-3">
        <Field
          label={t("Bank day")}
          error={day ? reasons.day : t("Use {day} or 2026-11-20.", { day: formatDay("2026-11-20") })}
        >
          {(control) => (
            <Input
              {...control}
              autoComplete="off"
              value={typedDay}
              onChange={(event) => change({ typedDay: event.target.value })}
            />
          )}
        </Field>
        <Field label={t("Amount")} error={amountError(read) ?? reasons.cents}>
          {(control) => (
            <Input
              {...control}
              right
              inputMode="decimal"
              autoComplete="off"
              value={amount}
              onChange={(event) => change({ amount: event.target.value })}
              onBlur={() => change({ amount: completeAmount(amount) })}
            />
          )}
        </Field>
      </div>
      <Field longest={200} text={description} label={t("Description")} error={reasons.description}>
        {(control) => (
          <Input
            {...control}
            autoComplete="off"
            value={description}
            onChange={(event) => change({ description: event.target.value })}
          />
        )}
      </Field>
      <Field longest={64} text={trace} label={t("Trace or slip number")} optional error={reasons.trace}>
        {(control) => (
          <Input
            {...control}
            autoComplete="off"
            value={trace}
            onChange={(event) => change({ trace: event.target.value })}
          />
        )}
      </Field>
    </>
  );
}

function enterLabel(cents: number, isTwice: boolean): string {
  if (cents === 0) return t("Enter ~verb");
  const money = formatMoney(cents);
  return isTwice ? t("Enter {money} again", { money }) : t("Enter {money}", { money });
}

function amountError(read: ReturnType<typeof readAmount>): string | undefined {
  if (read.kind === "refused") return read.reason;
  return read.kind === "amount" && read.cents === 0 ? t("The amount must be more than zero.") : undefined;
}

/** A day or a direction alone is quickly chosen again. */
const isTyped = ({ amount, description, trace }: Entry): boolean =>
  [amount, description, trace].some((text) => text.trim() !== "");
