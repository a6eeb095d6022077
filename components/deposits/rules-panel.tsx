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
import { t } from "#lib/language/t.ts";
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
    <Panel aria-label={t("How you are paid")}>
      <PanelHead title={t("How you are paid")}>
        <Button size="s" icon="edit" onClick={() => setIsOpen(true)}>
          {t("Change ~verb")}
        </Button>
      </PanelHead>
      <PanelSection>
        <Facts columns={2}>
          <Fact label={t("Fees")}>{feeText(rules)}</Fact>
          <Fact label={t("American Express")}>
            {rules.isAmexApart ? t("Separate deposit") : t("With other cards")}
          </Fact>
          <Fact label={t("Card deposits arrive")}>{daysText(rules.cardDays)}</Fact>
          <Fact label={t("Check deposits arrive")}>{daysText(rules.checkDays)}</Fact>
        </Facts>
        {changed && (
          <p className="mt-3 text-12 text-faint">
            {t("Changed by {by}, {day}", { by: changed.by, day: formatDay(momentIn(timeZone, changed.at)) })}
          </p>
        )}
      </PanelSection>
      {isOpen && <RulesDialog rules={rules} onClose={() => setIsOpen(false)} />}
    </Panel>
  );
}

const daysText = (days: number) =>
  days === 0 ? t("The same day") : t("After {days}", { days: countOf(days, "banking day") });

function feeText(rules: FundingRules): string {
  if (rules.fees === "separate") return t("On a separate bank line");
  if (!isFeeKnown(rules)) return t("Kept from each deposit");
  return t("Kept from each deposit: {percent}% and {money} per sale", {
    percent: percentText(rules.ratePpm),
    money: formatMoney(rules.perItemCents),
  });
}
