"use client";

import { useQuery } from "@tanstack/react-query";
import { type FormEventHandler, type RefObject, useEffect, useRef, useState } from "react";
import { useFormState, useWatch } from "react-hook-form";
import { SubmitShell } from "#components/form/submit-shell.tsx";
import { onDemand, usePreload } from "#components/ui/on-demand.tsx";
import { Panel } from "#components/ui/panel/panel.tsx";
import { TabPanel, TabTiles } from "#components/ui/panel/tab-tiles.tsx";
import { UntilReady, useReady } from "#components/ui/until-ready.tsx";
import { takesCurrency } from "#lib/charge/amount/tender-currency.ts";
import type { ChargeSection } from "#lib/charge/fields/sections.ts";
import { type ChargeKind, hasAmount } from "#lib/charge/kinds.ts";
import type { FocusOn } from "#lib/charge/machine-events.ts";
import type { Tender } from "#lib/gateway/commands.ts";
import { t } from "#lib/language/t.ts";
import { isRefused, refusedQuery } from "#lib/queries/refused-tenders.ts";
import { AmountSection } from "./fields/amount-section.tsx";
import { PinnedFields } from "./fields/charge-fields.tsx";
import { SubmitBar } from "./fields/submit-bar.tsx";
import { CardFields, CashFields, CheckFields, TokenFields } from "./fields/tender-fields.tsx";
import { tenderTabs } from "./fields/tender-tabs.ts";
import { useChargeForm } from "./use-charge-form.ts";
import { focusNextToType, useChargeKeys } from "./use-charge-keys.ts";
import { useSwipes } from "./use-swipes.ts";

/** As tall as the closed sections, and as the menu: both come once the form can be used. */
const sectionsRoom = <div className="h-60 border-t border-line" />;
const choiceRoom = <div className="h-8 max-sm:h-10" />;

const OptionalSections = onDemand<{ kept: readonly ChargeSection[] }>(
  () => import("./fields/optional-sections.tsx").then((module) => module.OptionalSections),
  sectionsRoom,
);
const CollectChoice = onDemand<object>(
  () => import("./fields/collect-choice.tsx").then((module) => module.CollectChoice),
  choiceRoom,
);
const RefusedNote = onDemand<{ refused: readonly string[]; kind: ChargeKind }>(() =>
  import("./refused-note.tsx").then((module) => module.RefusedNote),
);
/** Loaded with the page: once it is needed, the connection to the console may be gone. */
export const ProblemNote = onDemand(() => import("./problem-note.tsx").then((module) => module.ProblemNote));
const KindFields = onDemand<object>(() =>
  import("./fields/kind-fields.tsx").then((module) => module.KindFields),
);

/** The form of a payment by any tender. Its values are in the form context around it, so that it may unmount. */
export function ChargeForm({
  focusOn,
  pending,
  problem,
  openSections,
  onSubmit,
  onClear,
  onStartNew,
}: {
  focusOn: FocusOn;
  pending: boolean;
  /** Why nothing came of the last press, in words. */
  problem: string | undefined;
  /** Those that this workstation leaves open. */
  openSections: readonly ChargeSection[];
  onSubmit: FormEventHandler<HTMLFormElement>;
  onClear: () => void;
  /** Makes the order a payment of its own, when there is no rest of another payment to collect. */
  onStartNew: () => void;
}) {
  const { control, setValue } = useChargeForm();
  const [tender, kind, completes, currency] = useWatch({
    control,
    name: ["tender", "kind", "completes", "more.currency"],
  });
  const frame = useRef<HTMLDivElement>(null);
  // The rest of an order stays in its currency.
  const { data: refused = [] } = useQuery(refusedQuery());
  const isOffered = (next: Tender) =>
    (!completes || takesCurrency(next, currency)) && !isRefused(refused, kind, next);
  const choose = (next: Tender) => isOffered(next) && setValue("tender", next);
  const ready = useReady();
  usePreload(KindFields);
  useChargeKeys({ frame, enabled: !pending, onTender: choose });
  useSwipes(frame, !pending);
  const [picked, setPicked] = useState(0);
  useEffect(() => {
    if (picked > 0) focusNextToType(frame.current);
  }, [picked]);

  return (
    // A field that takes the focus is scrolled to above the bar with the button.
    <div
      ref={frame}
      className="[&_:is(input,select,textarea,summary)]:scroll-mt-32 [&_:is(input,select,textarea,summary)]:scroll-mb-44"
    >
      <FocusOnError frame={frame} />
      <Panel as="div">
        <SubmitShell
          label={t("Payment")}
          pending={pending}
          submitError={null}
          onSubmit={onSubmit}
          enterMovesOn
        >
          {problem && (
            <ProblemNote frame={frame} onStartNew={onStartNew}>
              {problem}
            </ProblemNote>
          )}
          <TabTiles
            label={t("How the customer pays")}
            tabs={tenderTabs.filter(({ value }) => value === tender || isOffered(value))}
            value={tender}
            onChange={choose}
            onPick={() => setPicked((count) => count + 1)}
            className="grid gap-5 p-4 sm:p-6"
          >
            {refused.length > 0 && <RefusedNote refused={refused} kind={kind} />}
            <UntilReady>{ready ? <CollectChoice /> : choiceRoom}</UntilReady>
            <div hidden={!hasAmount({ kind, tender })}>
              <AmountSection
                autoFocus={focusOn === "amount"}
                onTenderKey={(digit) => choose(tenderTabs[Number(digit) - 1]?.value ?? tender)}
              />
            </div>
            {kind !== "now" && <KindFields />}
            <TabPanel value="card" className={panelClass}>
              <CardFields autoFocus={focusOn === "tender"} />
            </TabPanel>
            <TabPanel value="check" className={panelClass}>
              <CheckFields autoFocus={focusOn === "tender"} />
            </TabPanel>
            <TabPanel value="cash" className={panelClass}>
              <CashFields autoFocus={focusOn === "tender"} />
            </TabPanel>
            <TabPanel value="token" className={panelClass}>
              <TokenFields autoFocus={focusOn === "tender"} />
            </TabPanel>
          </TabTiles>
          <PinnedFields />
          {ready ? <OptionalSections kept={openSections} /> : sectionsRoom}
          <SubmitBar onClear={onClear} />
        </SubmitShell>
      </Panel>
    </div>
  );
}

const panelClass = "-mx-4 -mb-4 border-t border-line p-4 outline-none sm:-mx-6 sm:-mb-6 sm:p-6";

/**
 * A press with errors leads to the first of them on the screen, once its section has opened. A component of its own,
 * since it alone renders at each key press.
 */
function FocusOnError({ frame }: { frame: RefObject<HTMLDivElement | null> }) {
  const { control } = useChargeForm();
  const { submitCount, isSubmitSuccessful } = useFormState({ control });
  useEffect(() => {
    if (submitCount === 0 || isSubmitSuccessful) return;
    frame.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [frame, submitCount, isSubmitSuccessful]);
  return null;
}
