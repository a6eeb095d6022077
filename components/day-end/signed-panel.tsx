"use client";

import { IntegrityNote } from "#components/layout/integrity-note.tsx";
import { useMerchant } from "#components/layout/merchant.tsx";
import { useHotkeys } from "#components/layout/shortcuts/use-hotkeys.ts";
import { Button, ButtonBody, buttonClass } from "#components/ui/button/button.tsx";
import { Fact, Facts } from "#components/ui/list/facts.tsx";
import { Panel, PanelSection } from "#components/ui/panel/panel.tsx";
import { ResultBand } from "#components/ui/status/result-band.tsx";
import { checkLabels } from "#lib/day-end/check-labels.ts";
import { checkKinds, type DaySignature } from "#lib/day-end/day-end.ts";
import { formatDay, formatMoment } from "#lib/format/dates.ts";
import { formatMoney } from "#lib/format/money.ts";
import { paths } from "#lib/paths.ts";
import { momentIn } from "#lib/time.ts";
import { FigureLines } from "./figure-lines.tsx";

/** A signed day: who signed which figures. `isCurrent` is false once the day has other figures. */
export function SignedPanel({ signature, isCurrent }: { signature: DaySignature; isCurrent: boolean }) {
  const { name, timeZone } = useMerchant();
  const { number, by, at, note, figures, left, hash, fileHash, integrity } = signature;
  const [own] = figures.currencies;
  const open = checkKinds.filter((kind) => left[kind] > 0);
  const title = `number ${number}, ${formatDay(figures.day)}`;
  return (
    <Panel roomy aria-label={`Signed: ${title}`} className={isCurrent ? undefined : "print:hidden"}>
      {isCurrent && <PrintKeys />}
      <p className="hidden px-6 pt-4 text-16 font-semibold print:block">{name}</p>
      <ResultBand
        tone={isCurrent ? "approved" : "warning"}
        icon={isCurrent ? "sealed" : "differs"}
        end={isCurrent ? "Unchanged" : "Superseded: the day's figures have changed"}
      >
        {isCurrent ? "Signed" : "Was signed"}: {formatMoney(own?.netCents ?? 0, { code: own?.currency })}
      </ResultBand>
      {integrity !== "intact" && (
        <PanelSection>
          <IntegrityNote integrity={integrity} />
        </PanelSection>
      )}
      <PanelSection>
        <Facts columns={4}>
          <Fact label="Report">{title.replace(/^n/, "N")}</Fact>
          <Fact label="Signed by">{by}</Fact>
          <Fact label="On">{formatMoment(momentIn(timeZone, at), { year: true })}</Fact>
          <Fact label="Left open">
            {open.length === 0
              ? "Nothing"
              : open.map((kind) => `${checkLabels[kind].title} ${left[kind]}`).join(", ")}
          </Fact>
        </Facts>
        {note && <p className="mt-4 wrap-anywhere">{note}</p>}
        <p className="mt-4 text-13 wrap-anywhere text-muted">
          SHA-256 of the report's text: <span className="font-mono">{hash}</span>
        </p>
        <p className="mt-1 text-13 wrap-anywhere text-muted">
          SHA-256 of the saved file: <span className="font-mono">{fileHash}</span>
        </p>
        <p className="mt-1 text-13 wrap-anywhere text-faint print:hidden">
          Check a file with <code>sha256sum</code>, <code>shasum -a 256</code> or, on Windows,{" "}
          <code>Get-FileHash</code>.
        </p>
        <div className="mt-4 flex flex-wrap gap-2 print:hidden">
          {isCurrent && (
            <Button size="s" icon="print" kbd="P" onClick={() => window.print()}>
              Print
            </Button>
          )}
          <a href={paths.api.dayReport(number)} download className={buttonClass({ size: "s" })}>
            <ButtonBody icon="download">Save the report</ButtonBody>
          </a>
        </div>
      </PanelSection>
      <PanelSection>
        <div className="max-w-[480px]">
          <FigureLines figures={figures} total="Net sales" />
        </div>
      </PanelSection>
    </Panel>
  );
}

function PrintKeys() {
  useHotkeys([{ keys: "p", does: "Print the signed day", act: () => window.print() }]);
  return null;
}
