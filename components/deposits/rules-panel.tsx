"use client";

import { useState } from "react";
import { useMerchant } from "#components/layout/merchant.tsx";
import { Button } from "#components/ui/button/button.tsx";
import { Fact, Facts } from "#components/ui/list/facts.tsx";
import { dialogOnDemand } from "#components/ui/on-demand.tsx";
import { Panel, PanelHead, PanelSection } from "#components/ui/panel/panel.tsx";
import { type FundingRules, isFeeKnown, percentText } from "#lib/deposits/funding-rules.ts";
import { countOf } from "#lib/format/counts.ts";
import { formatDay } from "#lib/format/dates.ts";
import { formatMoney } from "#lib/format/money.ts";
import { momentIn } from "#lib/time.ts";

const RulesDialog = dialogOnDemand(() => import("./dialogs/rules-dialog.tsx").then((m) => m.RulesDialog));

/** How the processor pays out, which says what a deposit should be. */
export function RulesPanel({
  rules,
  changed,
}: {
  rules: FundingRules;
  changed: { by: string; at: number } | undefined;
}) {
  const { timeZone } = useMerchant();
  const [isOpen, setIsOpen] = useState(false);
  return (
    <Panel aria-label="How you are paid">
      <PanelHead title="How you are paid">
        <Button size="s" icon="edit" onClick={() => setIsOpen(true)}>
          Change
        </Button>
      </PanelHead>
      <PanelSection>
        <Facts columns={2}>
          <Fact label="Fees">{feeText(rules)}</Fact>
          <Fact label="American Express">{rules.isAmexApart ? "Own deposit" : "With other cards"}</Fact>
          <Fact label="Cards are due">{daysText(rules.cardDays)}</Fact>
          <Fact label="Checks are due">{daysText(rules.checkDays)}</Fact>
        </Facts>
        {changed && (
          <p className="mt-3 text-12 text-faint">
            Changed by {changed.by}, {formatDay(momentIn(timeZone, changed.at))}
          </p>
        )}
      </PanelSection>
      {isOpen && <RulesDialog rules={rules} onClose={() => setIsOpen(false)} />}
    </Panel>
  );
}

const daysText = (days: number) => (days === 0 ? "The same day" : `After ${countOf(days, "banking day")}`);

function feeText(rules: FundingRules): string {
  if (rules.fees === "separate") return "On a bank line of their own";
  if (!isFeeKnown(rules)) return "Kept from each deposit";
  return `Kept from each deposit: ${percentText(rules.ratePpm)} % and ${formatMoney(rules.perItemCents)} each`;
}
