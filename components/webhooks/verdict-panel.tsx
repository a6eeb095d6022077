"use client";

import { useQueryClient } from "@tanstack/react-query";
import Link from "next/link";
import { useState } from "react";
import { useMerchant } from "#components/layout/merchant.tsx";
import { Button } from "#components/ui/button.tsx";
import { Fact, Facts } from "#components/ui/facts.tsx";
import { Note } from "#components/ui/note.tsx";
import { Panel, PanelHead, PanelSection } from "#components/ui/panel.tsx";
import { formatInstant } from "#lib/format/dates.ts";
import { formatDecimal, formatMoney } from "#lib/format/money.ts";
import { toCents } from "#lib/money.ts";
import { paths } from "#lib/paths.ts";
import type { InboxEventDetail } from "#lib/webhook-event.ts";
import { checkEvent } from "#server/actions/webhooks.ts";
import { VerdictState } from "./verdict-state.tsx";

/** The verdict of an event and the gateway's answer, with a button to check again. */
export function VerdictPanel({ event, now }: { event: InboxEventDetail; now: number }) {
  const { timeZone } = useMerchant();
  const { check, checking, problem } = useCheck(event.id);
  const { key, refnum, shown, checkedAt } = event;
  return (
    <Panel aria-label="Verdict">
      <PanelHead title="Verdict">
        {key && (
          <Button size="s" icon="repeat" loading={checking} onClick={check}>
            {checkedAt === undefined ? "Check now" : "Check again"}
          </Button>
        )}
      </PanelHead>
      <PanelSection className="grid justify-items-start gap-2">
        <VerdictState verdict={event.verdict} chip />
        <p role="status" className="max-w-[80ch]">
          {event.verdictText}
        </p>
        {problem && (
          <Note tone="warning" role="alert">
            {problem}
          </Note>
        )}
      </PanelSection>
      <PanelSection>
        <Facts columns={4}>
          <Fact label="Transaction">
            {key && (
              <Link href={paths.transaction(key)} className="font-mono">
                {key}
              </Link>
            )}
          </Fact>
          <Fact label="Reference">{refnum}</Fact>
          <Fact label="Checked">
            {checkedAt !== undefined &&
              formatInstant(timeZone, checkedAt, Math.max(now, checkedAt), { seconds: true })}
          </Fact>
          {shown && (
            <>
              <Fact label="Gateway type">{shown.trantype}</Fact>
              <Fact label="Gateway status">{shown.status}</Fact>
              <Fact label="Gateway result">{[shown.result, shown.error].filter(Boolean).join(", ")}</Fact>
              <Fact label="Gateway amount">{sayAmount(shown.amount, shown.currency)}</Fact>
            </>
          )}
        </Facts>
      </PanelSection>
    </Panel>
  );
}

/** Reads from the gateway at once, then refreshes the page in any case. */
function useCheck(id: string) {
  const queries = useQueryClient();
  const [checking, setChecking] = useState(false);
  const [problem, setProblem] = useState<string>();
  const check = async () => {
    setChecking(true);
    setProblem(undefined);
    try {
      const checked = await checkEvent({ event: id });
      if (!checked.ok) setProblem(checked.problem.message);
    } catch {
      setProblem("The console could not be reached. Nothing was changed: try again.");
    }
    await queries.invalidateQueries({ queryKey: ["webhooks"] });
    setChecking(false);
  };
  return { check: () => void check(), checking, problem };
}

function sayAmount(amount: string | undefined, code: string | undefined): string | undefined {
  const cents = amount === undefined ? null : toCents(amount);
  return cents === null ? amount && formatDecimal(amount, { code }) : formatMoney(cents, { code });
}
