import { type FormEvent, useState } from "react";
import { OwnPasswordField } from "#components/form/own-password-field.tsx";
import { SubmitShell } from "#components/form/submit-shell.tsx";
import { useMerchant } from "#components/layout/merchant.tsx";
import { PasskeyProof } from "#components/layout/session/passkey-proof.tsx";
import { useHotkeys } from "#components/layout/shortcuts/use-hotkeys.ts";
import { useAct } from "#components/layout/use-act.ts";
import { Button } from "#components/ui/button/button.tsx";
import { Bar } from "#components/ui/chart/bar.tsx";
import { Field } from "#components/ui/form/field.tsx";
import { Textarea } from "#components/ui/form/textarea.tsx";
import { Checklist, ChecklistItem } from "#components/ui/list/checklist.tsx";
import { Panel, PanelHead, PanelSection } from "#components/ui/panel/panel.tsx";
import { StatusLabel } from "#components/ui/status/status-label.tsx";
import { countOf, formatCount } from "#lib/format/counts.ts";
import { formatInstant } from "#lib/format/dates.ts";
import { t, text } from "#lib/language/t.ts";
import { reconciliationKey } from "#lib/queries/keys.ts";
import { netOf } from "#lib/reconciliation/entries.ts";
import { type BatchReconciliation, idsToExplain } from "#lib/reconciliation/reconciliation.ts";
import { isReady, reconciliationStates } from "#lib/reconciliation/states.ts";
import { causesText, totalsText } from "#lib/reconciliation/totals-text.ts";
import type { Proof } from "#lib/session/passkey.ts";
import { signReconciliation } from "#server/actions/reconciliation.ts";

/** What a person typed to sign with. It outlives the form, which goes once somebody else signs. */
export type SignDraft = {
  note: string;
  /** Whether they pressed and were refused. */
  refused: boolean;
};

/** What has to be true before a batch is signed, and the signature. */
export function SignPanel({
  reconciliation,
  now,
  draft,
  onDraft,
}: {
  reconciliation: BatchReconciliation;
  now: number;
  draft: SignDraft;
  onDraft: (draft: SignDraft) => void;
}) {
  const { state, run } = reconciliation;
  const { tone, icon, word } = reconciliationStates[state];
  const ready = isReady(state) && run !== undefined;
  return (
    <Panel as="aside" aria-labelledby="sign-off" className="print:hidden">
      <PanelHead title={t("Sign-off")} id="sign-off">
        <StatusLabel tone={ready ? "warning" : tone} icon={ready ? "pending" : icon}>
          {ready ? t("Ready to sign") : word}
        </StatusLabel>
      </PanelHead>
      <PanelSection>
        <Steps reconciliation={reconciliation} now={now} />
      </PanelSection>
      {ready && (
        <PanelSection>
          <SignForm
            reconciliation={reconciliation}
            number={run.number}
            hash={run.hash}
            draft={draft}
            onDraft={onDraft}
          />
        </PanelSection>
      )}
    </Panel>
  );
}

function Steps({ reconciliation, now }: { reconciliation: BatchReconciliation; now: number }) {
  const { timeZone } = useMerchant();
  const { figures, reading, explanations, state, closed } = reconciliation;
  const { total, transactions, isWhole } = figures;
  const toExplain = idsToExplain(figures);
  const explained = toExplain.filter((id) => explanations.some(({ causeId }) => causeId === id)).length;
  const all = reading.total ?? total.count;
  return (
    <Checklist>
      <Step
        done={isWhole}
        title={closed ? t("Read to its end") : t("Batch closed")}
        text={
          isWhole
            ? `${countOf(all, "transaction")}${reading.doneAt ? `, ${formatInstant(timeZone, reading.doneAt, now)}` : ""}`
            : closed
              ? t("{count} of {count2} transactions; the rest follows in the background", {
                  count: formatCount(reading.read),
                  count2: formatCount(all),
                })
              : t("it is compared once it has closed")
        }
      >
        {closed && !isWhole && (
          <Bar
            shares={[{ tone: "accent", share: all > 0 ? reading.read / all : 0 }]}
            label={t("{count} of {count2} read", {
              count: formatCount(reading.read),
              count2: formatCount(all),
            })}
            size="s"
          />
        )}
      </Step>
      <Step
        done={isWhole && figures.total.cents === netOf(transactions)}
        title={t("Totals recomputed")}
        text={
          !isWhole
            ? t(notYet)
            : figures.total.cents === netOf(transactions)
              ? t("equal to the gateway's own")
              : t("the gateway's own total is another; see Causes")
        }
      />
      <Step
        done={isWhole && state !== "waiting"}
        title={t("Nothing is waiting")}
        text={
          !isWhole
            ? t(notYet)
            : state === "waiting"
              ? t("an outcome is not known yet")
              : t("every outcome is known")
        }
      />
      <Step
        done={isWhole && explained === toExplain.length}
        title={t("Every difference has a cause")}
        text={
          !isWhole
            ? t(notYet)
            : toExplain.length > explained
              ? t("{count} to explain", { count: formatCount(toExplain.length - explained) })
              : causesText(figures)
        }
      />
      <Step done={false} title={t("Signed")} text={t("by a bookkeeper or manager, with their password")} />
    </Checklist>
  );
}

const notYet = text("once all transactions are read");

function Step({
  done,
  title,
  text,
  children,
}: {
  done: boolean;
  title: string;
  text: string;
  children?: React.ReactNode;
}) {
  return (
    <ChecklistItem tone={done ? "approved" : "accent"} icon={done ? "approved" : "open"}>
      <span className="text-ink">{title}</span>
      <span className="block text-faint">{text}</span>
      {!done && <span className="sr-only">{t("Not done yet")}</span>}
      {children}
    </ChecklistItem>
  );
}

function SignForm({
  reconciliation: { batchKey, figures },
  number,
  hash,
  draft: { note, refused },
  onDraft,
}: {
  reconciliation: BatchReconciliation;
  number: number;
  hash: string;
  draft: SignDraft;
  onDraft: (draft: SignDraft) => void;
}) {
  const [password, setPassword] = useState("");
  const { act, pending, problem, reasons } = useAct({
    changes: reconciliationKey,
    unanswered: t("No response from the server. Reload the page to see whether it is signed."),
    fields: ["note", "password"],
  });
  const signWith = async (proof: Proof) => {
    if (pending) return;
    await act(async () => {
      const result = await signReconciliation({ batchKey, number, hash, note, password: proof });
      onDraft({ note, refused: !result.ok });
      return result;
    });
    setPassword("");
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void signWith(password);
  };
  useHotkeys([{ keys: "ctrl+enter", does: t("Sign this batch"), act: () => void signWith(password) }]);
  const count = figures.causeSums.reduce((sum, one) => sum + one.count, 0);
  return (
    <SubmitShell
      label={t("Sign the batch")}
      pending={pending}
      submitError={problem}
      onSubmit={submit}
      className="grid gap-4"
      footer={
        <>
          <Button type="submit" variant="primary" size="l" block kbd="Ctrl Enter" loading={pending}>
            {t("Sign {totals}", { totals: totalsText(figures) })}
          </Button>
          <p className="text-12 text-faint">
            {t(
              "Signs {totals} and {causes} in your name. A later change to any payment opens a new reconciliation; this one stays.",
              { totals: totalsText(figures), causes: countOf(count, "cause") },
            )}
          </p>
        </>
      }
    >
      <Field longest={500} text={note} label={t("Note")} optional error={reasons.note}>
        {(control) => (
          <Textarea
            {...control}
            rows={2}
            value={note}
            onChange={(event) => onDraft({ note: event.target.value, refused })}
          />
        )}
      </Field>
      <OwnPasswordField value={password} error={reasons.password} onChange={setPassword} />
      <PasskeyProof disabled={pending} onProof={signWith} />
    </SubmitShell>
  );
}
