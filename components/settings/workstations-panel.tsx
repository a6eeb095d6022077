import { useEffect, useState } from "react";
import { papers } from "#components/receipts/papers.ts";
import { readPaper, readPrintSettings } from "#components/receipts/print-storage.ts";
import { Fact, Facts } from "#components/ui/list/facts.tsx";
import { Panel, PanelHead, PanelSection } from "#components/ui/panel/panel.tsx";
import { Table, TableBody, TableHead, Td, Th, Tr } from "#components/ui/table/table.tsx";
import { countOf, formatCount } from "#lib/format/counts.ts";
import { formatLatency } from "#lib/format/durations.ts";
import { t, translated } from "#lib/language/t.ts";
import { p95Ms, type SpeedCounts, totalWaits, type WorkstationSpeed } from "#lib/speed.ts";

/** The browsers that reported their speed, and what this one keeps for itself. Nothing of it is changed here. */
export function WorkstationsPanel({
  workstations,
  drawer,
}: {
  workstations: readonly WorkstationSpeed[];
  drawer: string | undefined;
}) {
  return (
    <Panel roomy id="workstations" aria-label={t("Workstations")} className="scroll-mt-20">
      <PanelHead
        title={t("Workstations")}
        {...(workstations.length > 0 && {
          sub: t("{browsers} in the last 7 days", { browsers: countOf(workstations.length, "browser") }),
        })}
      />
      <ThisWorkstation drawer={drawer} />
      {workstations.length > 0 && (
        <div className="border-t border-line">
          <Table label={t("Workstations")} cards={3}>
            <TableHead>
              <Th>{t("Workstation")}</Th>
              <Th numeric>{t("Keys")}</Th>
              <Th numeric>{t("95 of 100 keys")}</Th>
              <Th numeric>{t("Results")}</Th>
            </TableHead>
            <TableBody>
              {workstations.map(({ workstation, here, key, result }) => (
                <Tr key={workstation}>
                  <Td place="full">
                    <span className="font-mono text-13">{workstation}</span>
                    {here && <span className="ml-2 text-13 text-muted">{t("this one")}</span>}
                  </Td>
                  <Td numeric label={t("Keys")}>
                    {formatCount(totalWaits(key))}
                  </Td>
                  <Td numeric label={t("95 of 100 keys")}>
                    {slowest(key)}
                  </Td>
                  <Td numeric label={t("Results")}>
                    {formatCount(totalWaits(result))}
                  </Td>
                </Tr>
              ))}
            </TableBody>
          </Table>
        </div>
      )}
      <PanelSection className="border-t border-line text-13 text-muted">
        {t(
          "Each browser keeps its own paper, copies and template: choose them there, on any receipt. The console knows a workstation only by a short name and its speed, so others show no more than that here.",
        )}
      </PanelSection>
    </Panel>
  );
}

function ThisWorkstation({ drawer }: { drawer: string | undefined }) {
  const [kept, setKept] = useState<ReturnType<typeof readKept>>();
  // The server doesn't know it.
  useEffect(() => setKept(readKept()), []);
  return (
    <PanelSection>
      <h3 className="mb-3">{t("This workstation")}</h3>
      <Facts columns={3}>
        <Fact label={t("Paper")}>{kept ? papers[kept.paper].label : "…"}</Fact>
        <Fact label={t("Copies")}>{kept && copyNames[kept.settings.copies]}</Fact>
        <Fact label={t("Prints after a sale")}>{kept && (kept.settings.afterSale ? t("Yes") : t("No"))}</Fact>
        <Fact label={t("Merchant copy")}>{kept && linesOf(kept.settings)}</Fact>
        <Fact label={t("Template")}>{kept && (kept.settings.template || t("Standard"))}</Fact>
        <Fact label={t("Cash drawer")}>{drawer ?? t("Not chosen")}</Fact>
      </Facts>
    </PanelSection>
  );
}

const readKept = () => ({ paper: readPaper(), settings: readPrintSettings() });

function linesOf({ signature, tipLine }: { signature: boolean; tipLine: boolean }): string {
  if (tipLine) return signature ? t("Tip line, signature line") : t("Tip line");
  return signature ? t("Signature line") : t("No lines");
}

const copyNames = translated("*", {
  customer: "Customer",
  merchant: "Merchant",
  both: "Customer and merchant",
} as const);

function slowest(counts: SpeedCounts): string {
  const ms = p95Ms(counts);
  if (ms === undefined) return "–";
  return ms === Number.POSITIVE_INFINITY
    ? t("over 5 s")
    : t("at most {latency}", { latency: formatLatency(ms) });
}
