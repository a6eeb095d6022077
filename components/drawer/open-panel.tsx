"use client";

import { AmountField } from "#components/form/amount-field.tsx";
import { SubmitShell } from "#components/form/submit-shell.tsx";
import { TextField } from "#components/form/text-field.tsx";
import { useMerchant } from "#components/layout/merchant.tsx";
import { Button } from "#components/ui/button/button.tsx";
import { Panel, PanelHead, PanelSection } from "#components/ui/panel/panel.tsx";
import { StatusLabel } from "#components/ui/status/status-label.tsx";
import type { DrawerPage } from "#lib/drawer/shift.ts";
import { formatInstant } from "#lib/format/dates.ts";
import { formatMoney } from "#lib/format/money.ts";
import { t, text } from "#lib/language/t.ts";
import { ApproverFields } from "./approver-fields.tsx";
import { useOpening } from "./use-opening.ts";

/** Opens the drawer of this workstation with a float. `left` is what the last shift left for it. */
export function OpenPanel({
  drawer,
  left,
  toleranceCents,
  required,
  now,
  isNext = false,
  onRefused,
}: {
  drawer: string;
  left: DrawerPage["left"];
  toleranceCents: number;
  required: boolean;
  now: number;
  /** Beside a shift that waits to be closed. */
  isNext?: boolean;
  /** With the server's sentence, and the float that was typed. */
  onRefused: (message: string, typed: string) => void;
}) {
  const { control, open, pending, problem, cents, differenceCents, needsApproval, needsSignature } =
    useOpening({
      drawer,
      left,
      toleranceCents,
      isNext,
      onRefused,
    });
  return (
    <Panel
      aria-label={t("Open {drawer}", { drawer })}
      className={isNext ? undefined : "w-full max-w-[440px]"}
    >
      <PanelHead title={isNext ? t("Next shift") : t("Open {drawer}", { drawer })}>
        {!isNext && (
          <StatusLabel tone="neutral" icon="closed">
            {t("Closed")}
          </StatusLabel>
        )}
      </PanelHead>
      <PanelSection>
        <SubmitShell
          label={t("Open {drawer}", { drawer })}
          pending={pending}
          submitError={problem}
          onSubmit={(event) => void open(event)}
          className="grid gap-4"
          footer={
            <Button
              type="submit"
              variant={isNext ? "default" : "primary"}
              size="l"
              block
              kbd={isNext ? undefined : "Ctrl Enter"}
              loading={pending}
            >
              {cents === null ? t("Open ~verb") : t("Open with {money}", { money: formatMoney(cents) })}
            </Button>
          }
        >
          <AmountField control={control} name="float" label={t("Float")} size="m" autoFocus={!isNext} />
          {left && <LeftNote left={left} cents={cents} now={now} />}
          {differenceCents !== 0 && (
            <TextField
              control={control}
              name="reason"
              label={t("Why it differs")}
              maxLength={200}
              choices={reasons.map((reason) => ({ value: t(reason) }))}
            />
          )}
          {needsApproval && (
            <ApproverFields control={control} needsSignature={needsSignature} isNarrow>
              <b>{needsSignature ? t("Manager approval required.") : t("Opening it is your approval.")}</b>{" "}
              {t("{money} is over the {money2} limit for clerks.", {
                money: formatMoney(Math.abs(differenceCents)),
                money2: formatMoney(toleranceCents),
              })}
            </ApproverFields>
          )}
          <p className="text-12 text-faint">
            {isNext
              ? t(
                  "Take the counted cash out of {drawer} first. It can be used again while the last shift waits to be closed.",
                  { drawer },
                )
              : [
                  t("Cash sales and refunds at this workstation go to {drawer} until it is counted.", {
                    drawer,
                  }),
                  required && t("Cash is refused until it is open."),
                ]
                  .filter(Boolean)
                  .join(" ")}
          </p>
        </SubmitShell>
      </PanelSection>
    </Panel>
  );
}

const reasons = [text("Change from the bank"), text("Taken to the safe"), text("Not all of it was there")];

function LeftNote({
  left,
  cents,
  now,
}: {
  left: NonNullable<DrawerPage["left"]>;
  cents: number | null;
  now: number;
}) {
  const { timeZone } = useMerchant();
  const isSame = cents === left.cents;
  return (
    <p className="text-13 text-muted">
      <StatusLabel tone={isSame ? "approved" : "warning"} icon={isSame ? "equal" : "differs"} wraps>
        {isSame ? t("Same as the last shift left") : t("Differs from what the last shift left")}
        <span className="block text-faint">
          {`${formatMoney(left.cents)}, ${left.by}, ${formatInstant(timeZone, left.at, now, { today: "today " })}`}
        </span>
      </StatusLabel>
    </p>
  );
}
