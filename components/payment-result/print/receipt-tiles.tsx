"use client";

import Link from "next/link";
import { useRouter } from "next/navigation";
import { useEffect, useEffectEvent, useState } from "react";
import { useHotkeys } from "#components/layout/shortcuts/use-hotkeys.ts";
import { EmailDialog } from "#components/receipts/email-on-demand.tsx";
import { papers } from "#components/receipts/papers.ts";
import { recallPaper, recallPrints, recallSettings } from "#components/receipts/print-memory.ts";
import { cashLines } from "#components/receipts/receipt-lines.ts";
import { ActionTile, ActionTileBody, actionTileClass } from "#components/ui/button/action-tile.tsx";
import { usePreload } from "#components/ui/on-demand.tsx";
import type { Attempt } from "#lib/attempt.ts";
import { paths } from "#lib/paths.ts";
import { ResultGroup } from "../result-frame.tsx";
import { PrintJob } from "./print-job.tsx";

/** A result that is opened later than this does not print by itself. */
const justTakenMs = 10 * 60_000;

/** The receipt of a payment just taken: printed and emailed from here, seen on the transaction's page. */
export function ReceiptTiles({
  transactionKey,
  attempt: { cash, settledAt },
}: {
  transactionKey: string;
  attempt: Attempt;
}) {
  const router = useRouter();
  const [asking, setAsking] = useState(false);
  const [sentTo, setSentTo] = useState<string>();
  const [prints, setPrints] = useState({ jobs: 0, words: "" });
  const href = `${paths.transaction(transactionKey)}#receipt`;
  const print = () => setPrints(({ jobs }) => ({ jobs: jobs + 1, words: "Reading the receipt" }));
  const say = (words: string) => setPrints(({ jobs }) => ({ jobs, words }));
  const email = () => setAsking(true);
  usePreload(EmailDialog);
  const printAlone = useEffectEvent(() => {
    const isNew = settledAt !== undefined && Date.now() - settledAt < justTakenMs;
    if (isNew && recallSettings().afterSale && !recallPrints(transactionKey)) print();
  });
  useEffect(() => printAlone(), []);
  useHotkeys(
    [
      { keys: "p", does: "Print the receipt", act: print },
      { keys: "e", does: "Email the receipt", act: email },
      { keys: "v", does: "Preview the receipt", act: () => router.push(href) },
    ],
    { group: "Result" },
  );
  return (
    <ResultGroup title="Receipt">
      <div className="grid gap-2">
        <ActionTile
          icon="print"
          title="Print"
          effect={<span role="status">{prints.words || "On this station's paper"}</span>}
          kbd="P"
          onClick={print}
        />
        <ActionTile
          icon="mail"
          title="Email"
          effect={<span role="status">{sentTo ? `Sent to ${sentTo}` : "The gateway sends it"}</span>}
          kbd="E"
          onClick={email}
        />
        <Link href={href} className={actionTileClass}>
          <ActionTileBody icon="eye" title="Preview" effect="As the customer gets it" kbd="V" />
        </Link>
      </div>
      {prints.jobs > 0 && (
        <PrintJob
          key={prints.jobs}
          transactionKey={transactionKey}
          lines={cashLines(cash)}
          onPrinted={(count) => say(`Printed ${timesOf(count)}, ${papers[recallPaper()].label}`)}
          onFailed={say}
        />
      )}
      {asking && (
        <EmailDialog
          transactionKey={transactionKey}
          email={sentTo ?? ""}
          onClose={() => setAsking(false)}
          onSent={(to) => {
            setAsking(false);
            setSentTo(to);
          }}
        />
      )}
    </ResultGroup>
  );
}

const timesOf = (count: number) => (count === 1 ? "once" : count === 2 ? "twice" : `${count} times`);
