"use client";

import { useState } from "react";
import { useForm, useWatch } from "react-hook-form";
import { AmountField } from "#components/form/amount-field.tsx";
import { SubmitShell } from "#components/form/submit-shell.tsx";
import { TextField } from "#components/form/text-field.tsx";
import { useMerchant } from "#components/layout/merchant.tsx";
import { useHotkeys } from "#components/layout/shortcuts/use-hotkeys.ts";
import { useAct } from "#components/layout/use-act.ts";
import { Button } from "#components/ui/button/button.tsx";
import { Segmented } from "#components/ui/form/segmented.tsx";
import { dialogOnDemand, usePreload } from "#components/ui/on-demand.tsx";
import { Panel, PanelHead, PanelSection } from "#components/ui/panel/panel.tsx";
import { StatusLabel } from "#components/ui/status/status-label.tsx";
import { newAttemptId } from "#lib/attempt.ts";
import { type MovementKind, movementKinds, movementLabels } from "#lib/drawer/cash-sums.ts";
import type { Shift } from "#lib/drawer/shift.ts";
import { typedCents } from "#lib/format/amount-text.ts";
import { formatMoney } from "#lib/format/money.ts";
import { t, translated } from "#lib/language/t.ts";
import { mayWithin } from "#lib/payments/money-limits.ts";
import { may } from "#lib/permissions.ts";
import { drawerKey } from "#lib/queries/keys.ts";
import { moveCash } from "#server/actions/drawer.ts";
import { ApproverFields, missingOfSignature, noApprover } from "./approver-fields.tsx";
import { checkCash } from "./check-cash.ts";

const RefundDialog = dialogOnDemand(() =>
  import("./refund-dialog.tsx").then((module) => module.RefundDialog),
);

const reasons: Record<MovementKind, readonly string[]> = translated("*", {
  paidIn: ["Change from the safe", "Change from the bank"],
  paidOut: ["Supplies", "Courier", "Tip paid in cash"],
  drop: ["Too much cash in the drawer"],
});

/** Cash paid into the open drawer, paid out of it, or taken to the safe; for managers, cash refunds. */
export function MovementPanel({
  shift,
  payOutLeftCents,
}: {
  shift: Shift;
  /** What clerks can still pay out without a manager. */
  payOutLeftCents: number | undefined;
}) {
  const { role, limits } = useMerchant();
  const [isRefunding, setRefunding] = useState(false);
  usePreload(RefundDialog);
  return (
    <aside aria-label={t("Pay in, pay out")} className="grid min-w-0 gap-4 sm:gap-6">
      <Panel as="div">
        <PanelHead title={t("Pay in or pay out")} />
        <PanelSection>
          <MovementForm shift={shift} payOutLeftCents={payOutLeftCents} />
        </PanelSection>
      </Panel>
      {mayWithin(role, "refund", limits) && (
        <Panel as="div">
          <PanelHead title={t("Refund cash")} />
          <PanelSection className="grid gap-3">
            <p className="text-13 text-muted">
              {t("For a cash sale of any day. It counts in this shift: its money leaves this drawer.")}
            </p>
            <Button icon="refund" block onClick={() => setRefunding(true)}>
              {t("Refund cash")}
            </Button>
          </PanelSection>
        </Panel>
      )}
      {isRefunding && <RefundDialog drawer={shift.drawer} onClose={() => setRefunding(false)} />}
    </aside>
  );
}

function MovementForm({
  shift,
  payOutLeftCents = Number.POSITIVE_INFINITY,
}: {
  shift: Shift;
  payOutLeftCents: number | undefined;
}) {
  const { role } = useMerchant();
  const [kind, setKind] = useState<MovementKind>("paidOut");
  const [id, setId] = useState(newAttemptId);
  /** The last movement, until the next one is typed. A notice over the page would cover this form. */
  const [done, setDone] = useState<string>();
  const { act, pending, problem } = useAct({
    changes: drawerKey,
    unanswered: t("No response from the server. Submit it again: it is recorded only once."),
  });
  const { control, handleSubmit, reset, setError, setValue } = useForm({
    defaultValues: { amount: "", reason: "", ...noApprover },
  });
  const cents = typedCents(useWatch({ control, name: "amount" }));
  const needsSignature =
    kind === "paidOut" && cents !== null && cents > payOutLeftCents && !may(role, "approveDrawer");
  const move = handleSubmit(async (values) => {
    const checked = checkCash(values, setError);
    if (!checked) return;
    const missing = needsSignature ? missingOfSignature(values) : undefined;
    if (missing) return setError(missing.field, { message: missing.message }, { shouldFocus: true });
    const { email, password, code } = values;
    const approver = needsSignature ? { email, password, code } : noApprover;
    const isDone = await act(() => moveCash({ id, shift: shift.number, kind, ...checked, approver }));
    setValue("password", "");
    setValue("code", "");
    if (!isDone) return;
    setDone(t("{what} recorded: {money}", { what: movementLabels[kind], money: formatMoney(cents ?? 0) }));
    reset();
    setId(newAttemptId());
  });
  useHotkeys([{ keys: "ctrl+enter", does: t("Record the pay in or pay out"), act: () => void move() }]);
  return (
    <SubmitShell
      label={t("Pay in or pay out")}
      pending={pending}
      submitError={problem}
      onSubmit={(event) => void move(event)}
      enterMovesOn
      className="grid gap-4"
      footer={
        <Button type="submit" variant="primary" size="l" block kbd="Ctrl Enter" loading={pending}>
          {cents === null ? movementLabels[kind] : `${movementLabels[kind]} ${formatMoney(cents)}`}
        </Button>
      }
    >
      <Segmented
        full
        label={t("Direction")}
        options={movementKinds.map((value) => ({ value, label: movementLabels[value] }))}
        value={kind}
        onChange={setKind}
      />
      <AmountField control={control} name="amount" label={t("Amount")} size="m" />
      <TextField
        control={control}
        name="reason"
        label={t("Reason")}
        maxLength={200}
        choices={reasons[kind].map((value) => ({ value }))}
      />
      <p role="status" className="text-13 empty:hidden">
        {done !== undefined && cents === null && (
          <StatusLabel tone="approved" icon="approved" wraps>
            {done}
          </StatusLabel>
        )}
      </p>
      {needsSignature && (
        <ApproverFields control={control} needsSignature isNarrow>
          <b>{t("Manager approval required.")}</b>{" "}
          {t("Clerks can still pay out {money} from this drawer today.", {
            money: formatMoney(payOutLeftCents),
          })}
        </ApproverFields>
      )}
    </SubmitShell>
  );
}
