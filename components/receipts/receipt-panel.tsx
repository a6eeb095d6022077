"use client";

import { type ComponentProps, useMemo, useState } from "react";
import { useMerchant } from "#components/layout/merchant.tsx";
import { useHotkeys } from "#components/layout/shortcuts/use-hotkeys.ts";
import { Button, buttonClass } from "#components/ui/button/button.tsx";
import { Segmented } from "#components/ui/form/segmented.tsx";
import { Icon } from "#components/ui/icon/icon.tsx";
import { onDemand, usePreload } from "#components/ui/on-demand.tsx";
import { Popover } from "#components/ui/overlay/popover.tsx";
import { Panel, PanelHead, PanelSection } from "#components/ui/panel/panel.tsx";
import { Spinner } from "#components/ui/status/spinner.tsx";
import { t } from "#lib/language/t.ts";
import { translate } from "#lib/language/translate.ts";
import { copiesOf } from "./copies.ts";
import { EmailDialog } from "./email-on-demand.tsx";
import { paperNames, papers } from "./papers.ts";
import { usePrintFrame } from "./print-frame.tsx";
import { emailedLabel, printedLabel } from "./receipt-labels.ts";
import { type ReceiptLines, withLines } from "./receipt-lines.ts";
import { ReceiptPreview } from "./receipt-preview.tsx";
import { usePrintMemory } from "./use-print-memory.ts";
import { useReceipt } from "./use-receipt.ts";

/**
 * The receipt of a transaction: seen, printed on any paper, emailed. `version` changes when anything of the
 * transaction does, so that its receipt is read again; `email` is where the customer's receipt was sent before.
 */
export function ReceiptPanel({
  transactionKey,
  version,
  email,
  lines = [],
}: {
  transactionKey: string;
  version: string;
  email?: string | undefined;
  /** Of the console's own, under the gateway's. */
  lines?: ReceiptLines;
}) {
  const { paper, setPaper, settings, setSettings, prints, notePrint } = usePrintMemory(transactionKey);
  const receipt = useReceipt(transactionKey, version, settings.template);
  const html = receipt.kind === "ready" ? withLines(receipt.html, lines) : undefined;
  const copies = useMemo(() => copiesOf(settings), [settings]);
  const { element, print, contentPx } = usePrintFrame({ html, paper, copies });
  const { timeZone } = useMerchant();
  const clock = () => ({ timeZone, now: Date.now() });
  const [asking, setAsking] = useState(false);
  const [sent, setSent] = useState<{ to: string; at: number }>();

  const onPrint = () => {
    if (html !== undefined) void print(prints?.count ?? 0).then(notePrint);
  };
  usePreload(EmailDialog);
  useHotkeys(
    [
      { keys: "p", does: t("Print the receipt"), act: onPrint },
      { keys: "ctrl+p", does: t("Print the receipt"), act: onPrint },
      { keys: "e", does: t("Email the receipt"), act: () => setAsking(true) },
    ],
    { group: t("Receipt") },
  );

  return (
    <Panel
      roomy
      as="aside"
      id="receipt"
      aria-label={t("Receipt panel")}
      className="scroll-mt-16 print:hidden"
    >
      <PanelHead title={t("Receipt")}>
        <PrintSettings settings={settings} paper={paper} onChange={setSettings} />
      </PanelHead>
      <PanelSection className="border-t-0! pb-3!">
        <Segmented
          full
          label={t("Paper")}
          options={paperNames.map((value) => ({ value, label: papers[value].label }))}
          value={paper}
          onChange={setPaper}
        />
      </PanelSection>
      {receipt.kind === "ready" ? (
        <ReceiptPreview
          html={withLines(receipt.html, lines)}
          paper={paper}
          printedBefore={prints?.count ?? 0}
          copy={copies[0]}
          contentPx={contentPx}
        />
      ) : (
        <UnreadReceipt receipt={receipt} />
      )}
      <PanelSection className="border-t-0!">
        <div className="flex gap-2 *:flex-1">
          <Button
            variant="primary"
            icon="print"
            kbd="P"
            aria-label={t("Print")}
            disabled={html === undefined}
            onClick={onPrint}
          >
            {t("Print")}
          </Button>
          <Button icon="mail" kbd="E" aria-label={t("Email ~receipt")} onClick={() => setAsking(true)}>
            {t("Email ~receipt")}
          </Button>
        </div>
        <p role="status" className="mt-2 text-12 text-faint">
          {prints && <span className="block">{printedLabel(prints, clock())}</span>}
          {sent && <span className="block wrap-anywhere">{emailedLabel(sent, clock())}</span>}
        </p>
      </PanelSection>
      {element}
      {asking && (
        <EmailDialog
          transactionKey={transactionKey}
          email={sent?.to ?? email ?? ""}
          onClose={() => setAsking(false)}
          onSent={(to) => {
            setAsking(false);
            setSent({ to, at: Date.now() });
          }}
        />
      )}
    </Panel>
  );
}

function PrintSettings(props: ComponentProps<typeof PrintSettingsForm>) {
  return (
    <Popover
      label={t("Printing on this workstation")}
      align="end"
      button={{
        className: buttonClass({ size: "s", variant: "quiet", iconOnly: true }),
        "aria-label": t("Print settings"),
        children: <Icon name="sliders" />,
      }}
      className="w-80 p-4"
    >
      {() => <PrintSettingsForm {...props} />}
    </Popover>
  );
}

function UnreadReceipt({ receipt }: { receipt: Exclude<ReturnType<typeof useReceipt>, { kind: "ready" }> }) {
  return (
    <div className="grid min-h-60 place-items-center bg-surround p-4 text-center">
      {receipt.kind === "reading" ? (
        <Spinner>{t("Reading the receipt")}</Spinner>
      ) : (
        <div role="status" className="grid justify-items-center gap-3 text-muted">
          <p>{translate(receipt.message)}</p>
          <Button size="s" loading={receipt.retrying} onClick={receipt.retry}>
            {t("Read it again")}
          </Button>
        </div>
      )}
    </div>
  );
}

const PrintSettingsForm = onDemand(() =>
  import("./print-settings.tsx").then((module) => module.PrintSettingsForm),
);
