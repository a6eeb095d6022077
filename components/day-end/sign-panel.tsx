"use client";

import { type FormEvent, useState } from "react";
import { OwnPasswordField } from "#components/form/own-password-field.tsx";
import { SubmitShell } from "#components/form/submit-shell.tsx";
import { PasskeyProof } from "#components/layout/session/passkey-proof.tsx";
import { Button } from "#components/ui/button/button.tsx";
import { Field } from "#components/ui/form/field.tsx";
import { Input } from "#components/ui/form/input.tsx";
import { Panel, PanelHead, PanelSection } from "#components/ui/panel/panel.tsx";
import { StatusLabel } from "#components/ui/status/status-label.tsx";
import { UntilReady } from "#components/ui/until-ready.tsx";
import { countOpenItems, countUnknown, type DayEnd, isSignable } from "#lib/day-end/day-end.ts";
import { countOf } from "#lib/format/counts.ts";
import { formatDay } from "#lib/format/dates.ts";
import { shortestReason } from "#lib/forms/reason.ts";
import { t } from "#lib/language/t.ts";
import type { Proof } from "#lib/session/passkey.ts";
import { FigureLines } from "./figure-lines.tsx";
import type { Signing } from "./use-signing.ts";

/** The day's figures, and the form that signs them. */
export function SignPanel({ dayEnd, signing }: { dayEnd: DayEnd; signing: Signing }) {
  const { day, today, checks, figures, signatures } = dayEnd;
  const open = countOpenItems(checks);
  const unknown = countUnknown(checks);
  return (
    <Panel as="aside" aria-label={t("Sign the day")} className="print:mt-6">
      <PanelHead title={formatDay(day, { weekday: true, year: false })}>
        <StatusLabel tone="neutral" icon="open">
          {signatures.length > 0 ? t("Changed since signed") : t("Not signed")}
        </StatusLabel>
      </PanelHead>
      <PanelSection>
        <FigureLines figures={figures} total={day === today ? t("Net so far") : t("Net sales")} />
      </PanelSection>
      <PanelSection className="print:hidden">
        {!isSignable(dayEnd) ? (
          <p className="text-muted">
            {t("There is nothing to sign: no payment is known of this day or before it.")}
          </p>
        ) : unknown > 0 ? (
          <p className="text-muted">
            {t(
              "The day can't be signed while the outcome of {files} is unknown. A manager decides what the console can't find.",
              { files: countOf(unknown, "payment or file", "payments or files") },
            )}
          </p>
        ) : (
          <SignForm open={open} signing={signing} />
        )}
      </PanelSection>
    </Panel>
  );
}

function SignForm({ open, signing }: { open: number; signing: Signing }) {
  const { note, setNote, sign, pending, problem, reasons } = signing;
  const [password, setPassword] = useState("");
  const [missing, setMissing] = useState<{ note?: string; password?: string }>({});
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    await signWith(password);
  };
  const signWith = async (proof: Proof) => {
    const found = {
      ...(open > 0 &&
        note.trim().length < shortestReason && { note: t("Say why it stays open, in a few words.") }),
      ...(proof === "" && { password: t("Enter your password.") }),
    };
    setMissing(found);
    if (Object.keys(found).length > 0) return;
    await sign(proof);
    setPassword("");
  };
  return (
    <SubmitShell
      label={t("Sign the day")}
      pending={pending}
      submitError={problem}
      onSubmit={(event) => void submit(event)}
      className="grid gap-4"
      footer={
        <UntilReady>
          <Button type="submit" variant="primary" size="l" block loading={pending}>
            {t("Sign the day")}
          </Button>
        </UntilReady>
      }
    >
      {open > 0 && (
        <p className="text-13 text-muted">
          {t(
            "{tasks} left. Settle first what you can, or say in the note why it stays open. The report lists it.",
            { tasks: countOf(open, "item", "items ~tasks") },
          )}
        </p>
      )}
      <Field
        longest={500}
        text={note}
        label={t("Note")}
        optional={open === 0}
        required={open > 0}
        error={missing.note ?? reasons.note}
      >
        {(control) => (
          <Input {...control} name="note" value={note} onChange={(event) => setNote(event.target.value)} />
        )}
      </Field>
      <OwnPasswordField
        value={password}
        error={missing.password ?? reasons.password}
        onChange={setPassword}
      />
      <PasskeyProof disabled={pending} onProof={signWith} />
      <p className="text-12 text-faint">
        {t(
          "Signs these figures in your name. A later change of the day is shown, and the signed report stays as it is.",
        )}
      </p>
    </SubmitShell>
  );
}
