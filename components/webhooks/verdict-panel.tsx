"use client";

import { useMerchant } from "#components/layout/merchant.tsx";
import { Link } from "#components/layout/navigation/link.tsx";
import { useAct } from "#components/layout/use-act.ts";
import { Button } from "#components/ui/button/button.tsx";
import { Fact, Facts } from "#components/ui/list/facts.tsx";
import { Panel, PanelHead, PanelSection } from "#components/ui/panel/panel.tsx";
import { Note } from "#components/ui/status/note.tsx";
import { formatInstant } from "#lib/format/dates.ts";
import { formatDecimal, formatMoney } from "#lib/format/money.ts";
import { t } from "#lib/language/t.ts";
import { translate } from "#lib/language/translate.ts";
import { toCents } from "#lib/money.ts";
import { paths } from "#lib/paths.ts";
import { webhooksKey } from "#lib/queries/keys.ts";
import type { InboxEventDetail } from "#lib/webhook-event.ts";
import { checkEvent } from "#server/actions/webhooks.ts";
import { VerdictState } from "./verdict-state.tsx";

/** The verdict of an event and the gateway's answer, with a button to check again. */
export function VerdictPanel({ event, now }: { event: InboxEventDetail; now: number }) {
  const { timeZone } = useMerchant();
  const { act, pending, problem } = useAct({
    changes: webhooksKey,
    unanswered: t("The console could not be reached. Nothing was changed: try again."),
  });
  const { key, refnum, shown, checkedAt } = event;
  return (
    <Panel aria-label={t("Verification")}>
      <PanelHead title={t("Verification")}>
        {key && (
          <Button
            size="s"
            icon="repeat"
            loading={pending}
            onClick={() => void act(() => checkEvent({ event: event.id }))}
          >
            {checkedAt === undefined ? t("Check now") : t("Check again")}
          </Button>
        )}
      </PanelHead>
      <PanelSection className="grid justify-items-start gap-2">
        <VerdictState verdict={event.verdict} chip />
        <p role="status" className="max-w-[80ch]">
          {translate(event.verdictText)}
        </p>
        {problem && (
          <Note tone="warning" role="alert">
            {problem}
          </Note>
        )}
      </PanelSection>
      <PanelSection>
        <Facts columns={4}>
          <Fact label={t("Transaction")}>
            {key && (
              <Link href={paths.transaction(key)} className="font-mono">
                {key}
              </Link>
            )}
          </Fact>
          <Fact label={t("Reference")}>{refnum}</Fact>
          <Fact label={t("Checked")}>
            {checkedAt !== undefined &&
              formatInstant(timeZone, checkedAt, Math.max(now, checkedAt), { seconds: true })}
          </Fact>
          {shown && (
            <>
              <Fact label={t("Gateway type")}>{shown.trantype}</Fact>
              <Fact label={t("Gateway status")}>{shown.status}</Fact>
              <Fact label={t("Gateway result")}>
                {[shown.result, shown.error && translate(shown.error)].filter(Boolean).join(", ")}
              </Fact>
              <Fact label={t("Gateway amount")}>{formatAmount(shown.amount, shown.currency)}</Fact>
            </>
          )}
        </Facts>
      </PanelSection>
    </Panel>
  );
}

function formatAmount(amount: string | undefined, code: string | undefined): string | undefined {
  const cents = amount === undefined ? null : toCents(amount);
  return cents === null ? amount && formatDecimal(amount, { code }) : formatMoney(cents, { code });
}
