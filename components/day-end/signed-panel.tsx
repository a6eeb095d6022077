"use client";

import { IntegrityNote } from "#components/layout/integrity-note.tsx";
import { useMerchant } from "#components/layout/merchant.tsx";
import { useHotkeys } from "#components/layout/shortcuts/use-hotkeys.ts";
import { Button, ButtonBody, buttonClass } from "#components/ui/button/button.tsx";
import { Fact, Facts } from "#components/ui/list/facts.tsx";
import { Panel, PanelSection } from "#components/ui/panel/panel.tsx";
import { tx } from "#components/ui/rich-text.tsx";
import { ResultBand } from "#components/ui/status/result-band.tsx";
import { checkLabels } from "#lib/day-end/check-labels.ts";
import { type DaySignature, taskKinds } from "#lib/day-end/day-end.ts";
import { formatDay, formatMoment } from "#lib/format/dates.ts";
import { listOf } from "#lib/format/list.ts";
import { formatMoney } from "#lib/format/money.ts";
import { t } from "#lib/language/t.ts";
import { paths } from "#lib/paths.ts";
import { momentIn } from "#lib/time.ts";
import { FigureLines } from "./figure-lines.tsx";

/** A signed day: who signed which figures. `isCurrent` is false once the day has other figures. Only the newest is printed. */
export function SignedPanel({
  signature,
  isNewest,
  isCurrent,
}: {
  signature: DaySignature;
  isNewest: boolean;
  isCurrent: boolean;
}) {
  const { timeZone } = useMerchant();
  const { number, by, at, note, figures, left, hash, fileHash, integrity } = signature;
  const open = taskKinds.filter((kind) => left[kind] > 0);
  const title = t("number {number}, {day}", { number, day: formatDay(figures.day) });
  return (
    <Panel
      roomy
      aria-label={t("Signed: {title}", { title })}
      className={isNewest ? undefined : "print:hidden"}
    >
      {isNewest && <PrintKeys />}
      <ResultBand
        tone={isCurrent ? "approved" : "warning"}
        icon={isCurrent ? "sealed" : "differs"}
        end={isCurrent ? t("Unchanged") : t("Superseded: the day's figures have changed")}
      >
        {isCurrent ? t("Signed") : t("Was signed")}: {netText(figures)}
      </ResultBand>
      {integrity !== "intact" && (
        <PanelSection>
          <IntegrityNote integrity={integrity} />
        </PanelSection>
      )}
      <PanelSection>
        <Facts columns={4}>
          <Fact label={t("Report")}>
            {t("Number {number}, {day}", { number, day: formatDay(figures.day) })}
          </Fact>
          <Fact label={t("Signed by")}>{by}</Fact>
          <Fact label={t("On ~date")}>{formatMoment(momentIn(timeZone, at), { year: true })}</Fact>
          <Fact label={t("Left open")}>
            {open.length === 0
              ? t("Nothing")
              : open.map((kind) => `${checkLabels[kind].title} ${left[kind]}`).join(", ")}
          </Fact>
        </Facts>
        {note && <p className="mt-4 wrap-anywhere">{note}</p>}
        <p className="mt-4 text-13 wrap-anywhere text-muted">
          {tx("SHA-256 of the report's text: {hash}", { hash: <span className="font-mono">{hash}</span> })}
        </p>
        <p className="mt-1 text-13 wrap-anywhere text-muted">
          {tx("SHA-256 of the saved file: {hash}", { hash: <span className="font-mono">{fileHash}</span> })}
        </p>
        <p className="mt-1 text-13 wrap-anywhere text-faint print:hidden">
          {tx("Check a file with {code}, {code2} or, on Windows, {code3}.", {
            code: <code>sha256sum</code>,
            code2: <code>shasum -a 256</code>,
            code3: <code>Get-FileHash</code>,
          })}
        </p>
        <div className="mt-4 flex flex-wrap gap-2 print:hidden">
          {isNewest && (
            <Button size="s" icon="print" kbd="P" onClick={() => window.print()}>
              {t("Print")}
            </Button>
          )}
          <a href={paths.api.dayReport(number)} download className={buttonClass({ size: "s" })}>
            <ButtonBody icon="download">{t("Save the report")}</ButtonBody>
          </a>
        </div>
      </PanelSection>
      <PanelSection>
        <div className="max-w-[480px]">
          <FigureLines figures={figures} total={t("Net sales")} />
        </div>
      </PanelSection>
    </Panel>
  );
}

/** What was signed, each currency separately. */
const netText = ({ currencies }: DaySignature["figures"]) =>
  listOf(
    currencies.map(({ currency, netCents }) => formatMoney(netCents, { code: currency })),
    "conjunction",
    ", ",
  );

function PrintKeys() {
  useHotkeys([{ keys: "p", does: t("Print the signed day"), act: () => window.print() }]);
  return null;
}
