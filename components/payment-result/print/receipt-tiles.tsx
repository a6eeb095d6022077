"use client";

import { useRouter } from "next/navigation";
import { useEffect, useEffectEvent, useState } from "react";
import { Link } from "#components/layout/navigation/link.tsx";
import { useHotkeys } from "#components/layout/shortcuts/use-hotkeys.ts";
import { EmailDialog } from "#components/receipts/email-on-demand.tsx";
import { papers } from "#components/receipts/papers.ts";
import { readPaper, readPrintSettings, readPrintsOf } from "#components/receipts/print-storage.ts";
import { cashLines } from "#components/receipts/receipt-lines.ts";
import { ActionTile, ActionTileBody, actionTileClass } from "#components/ui/button/action-tile.tsx";
import { usePreload } from "#components/ui/on-demand.tsx";
import type { Attempt, OrderBalance } from "#lib/attempt.ts";
import { countOf } from "#lib/format/counts.ts";
import { t } from "#lib/language/t.ts";
import { translate } from "#lib/language/translate.ts";
import { paths } from "#lib/paths.ts";
import { partsOf } from "#lib/payments/order.ts";
import { ResultGroup } from "../result-frame.tsx";
import { openCents } from "../result-kind.ts";
import { OrderJob } from "./order-job.tsx";
import { PrintJob } from "./print-job.tsx";

/** A result that is opened later than this does not print automatically. */
const justTakenMs = 10 * 60_000;

/** The receipt of a payment just taken: printed and emailed from here, seen on the transaction's page. */
export function ReceiptTiles({ transactionKey, attempt }: { transactionKey: string; attempt: Attempt }) {
  const { cash, outcomeAt, current } = attempt;
  // One receipt for all payments of an order, once there are several.
  const order = current?.balance && partsOf(current.balance).length > 1 ? current.balance : undefined;
  const item = order ? `order:${order.first.attemptId}` : transactionKey;
  const router = useRouter();
  const [asking, setAsking] = useState(false);
  const [sentTo, setSentTo] = useState<string>();
  const [prints, setPrints] = useState({ jobs: 0, words: "" });
  const href = `${paths.transaction(transactionKey)}#receipt`;
  const print = () => setPrints(({ jobs }) => ({ jobs: jobs + 1, words: t("Reading the receipt") }));
  const say = (words: string) => setPrints(({ jobs }) => ({ jobs, words }));
  const email = () => setAsking(true);
  usePreload(EmailDialog);
  const printAlone = useEffectEvent(() => {
    const isNew = outcomeAt !== undefined && Date.now() - outcomeAt < justTakenMs;
    // An order gets its receipt once nothing is left to pay.
    if (isNew && openCents(attempt) === 0 && readPrintSettings().afterSale && !readPrintsOf(item)) print();
  });
  useEffect(() => printAlone(), []);
  useHotkeys(
    [
      { keys: "p", does: t("Print the receipt"), act: print },
      { keys: "e", does: t("Email the receipt"), act: email },
      { keys: "v", does: t("Preview the receipt"), act: () => router.push(href) },
    ],
    { group: t("Result") },
  );
  return (
    <ResultGroup title={t("Receipt")}>
      <div className="grid gap-2">
        <ActionTile
          icon="print"
          title={t("Print")}
          effect={
            <span role="status">
              {prints.words ||
                (order
                  ? t("One receipt for {length} payments", { length: partsOf(order).length })
                  : t("On this station's paper"))}
            </span>
          }
          kbd="P"
          onClick={print}
        />
        <ActionTile
          icon="mail"
          title={t("Email")}
          effect={
            <span role="status">
              {sentTo
                ? t("Sent to {sentTo}", { sentTo })
                : order
                  ? t("Of this payment alone")
                  : t("The gateway sends it")}
            </span>
          }
          kbd="E"
          onClick={email}
        />
        <Link href={href} className={actionTileClass}>
          <ActionTileBody
            icon="eye"
            title={t("Preview")}
            effect={order ? t("Of this payment alone") : t("As the customer gets it")}
            kbd="V"
          />
        </Link>
      </div>
      {prints.jobs > 0 && (
        <Job key={prints.jobs} order={order} transactionKey={transactionKey} cash={cash} onSay={say} />
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

/** Prints the receipt of the order, or of this payment, and says what came of it. */
function Job({
  order,
  transactionKey,
  cash,
  onSay: say,
}: {
  order: OrderBalance | undefined;
  transactionKey: string;
  cash: Attempt["cash"];
  onSay: (words: string) => void;
}) {
  const onPrinted = (count: number) =>
    say(
      t("Printed {times}, {label}", {
        times: timesOf(count),
        label: papers[readPaper()].label,
      }),
    );
  return order ? (
    <OrderJob balance={order} onPrinted={onPrinted} />
  ) : (
    <PrintJob
      transactionKey={transactionKey}
      lines={cashLines(cash)}
      onPrinted={onPrinted}
      onFailed={(message) => say(translate(message))}
    />
  );
}

const timesOf = (count: number) =>
  count === 1 ? t("once") : count === 2 ? t("twice") : countOf(count, "time");
