"use client";

import { useForm, useWatch } from "react-hook-form";
import { AmountField } from "#components/form/amount-field.tsx";
import { SubmitShell } from "#components/form/submit-shell.tsx";
import { useMerchant } from "#components/layout/merchant.tsx";
import { useHotkeys } from "#components/layout/shortcuts/use-hotkeys.ts";
import { useAct } from "#components/layout/use-act.ts";
import { Button } from "#components/ui/button/button.tsx";
import { Panel, PanelHead, PanelSection } from "#components/ui/panel/panel.tsx";
import { State } from "#components/ui/status/state.tsx";
import type { DrawerPage } from "#lib/drawer/shift.ts";
import { amountText, readAmount, typedCents } from "#lib/format/amount-text.ts";
import { formatInstant } from "#lib/format/dates.ts";
import { formatMoney } from "#lib/format/money.ts";
import { toDecimal } from "#lib/money.ts";
import { drawerKey } from "#lib/queries/drawer.ts";
import { openDrawer } from "#server/actions/drawer.ts";

/** Opens the drawer of this workstation with a float. `left` is what the last shift left for it. */
export function OpenPanel({
  drawer,
  left,
  required,
  now,
  isNext = false,
}: {
  drawer: string;
  left: DrawerPage["left"];
  required: boolean;
  now: number;
  /** Beside a shift that waits to be closed. */
  isNext?: boolean;
}) {
  const { act, pending, problem } = useAct({
    changes: drawerKey,
    unanswered: "The console did not answer. Look whether the drawer is open, then try again.",
  });
  const { control, handleSubmit, setError } = useForm({
    defaultValues: { float: left ? amountText(left.cents) : "" },
  });
  const cents = typedCents(useWatch({ control, name: "float" }));
  const open = handleSubmit(async ({ float }) => {
    const read = readAmount(float);
    if (read.kind !== "amount") {
      const message = read.kind === "empty" ? "Count the float. It may be 0." : read.reason;
      return setError("float", { message }, { shouldFocus: true });
    }
    await act(() => openDrawer({ drawer, float: toDecimal(read.cents) }));
  });
  useHotkeys([{ keys: "ctrl+enter", does: "Open the drawer", act: () => void open() }], {
    enabled: !isNext,
  });
  return (
    <Panel aria-label={`Open ${drawer}`} className={isNext ? undefined : "w-full max-w-[440px]"}>
      <PanelHead title={isNext ? "Next shift" : `Open ${drawer}`}>
        {!isNext && (
          <State tone="neutral" icon="closed">
            Closed
          </State>
        )}
      </PanelHead>
      <PanelSection>
        <SubmitShell
          label={`Open ${drawer}`}
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
              {cents === null ? "Open" : `Open with ${formatMoney(cents)}`}
            </Button>
          }
        >
          <AmountField control={control} name="float" label="Float" size="m" autoFocus={!isNext} />
          {left && <LeftNote left={left} cents={cents} now={now} />}
          <p className="text-12 text-faint">
            {isNext
              ? `Take the counted cash out of ${drawer} first. It can be used again while the last shift waits to be closed.`
              : `Cash sales and refunds at this workstation go to ${drawer} until it is counted.${required ? " Cash is refused until it is open." : ""}`}
          </p>
        </SubmitShell>
      </PanelSection>
    </Panel>
  );
}

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
      <State tone={isSame ? "approved" : "warning"} icon={isSame ? "equal" : "differs"} wraps>
        {isSame ? "Same as the last shift left" : "Differs from what the last shift left"}
        <span className="block text-faint">
          {`${formatMoney(left.cents)}, ${left.by}, ${formatInstant(timeZone, left.at, now, { today: "today " })}`}
        </span>
      </State>
    </p>
  );
}
