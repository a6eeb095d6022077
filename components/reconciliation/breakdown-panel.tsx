import { Panel, PanelHead } from "#components/ui/panel/panel.tsx";
import { Table, TableBody, TableFoot, TableHead, Td, Th, Tr } from "#components/ui/table/table.tsx";
import { formatCount } from "#lib/format/counts.ts";
import { formatTime } from "#lib/format/dates.ts";
import { formatMoney } from "#lib/format/money.ts";
import { t, translated } from "#lib/language/t.ts";
import { translate } from "#lib/language/translate.ts";
import type { BreakdownLine, Dimension } from "#lib/reconciliation/breakdown.ts";
import { Difference } from "./difference.tsx";

/** Gateway and journal by one dimension, with their difference. */
export function BreakdownPanel({
  dimension,
  lines,
}: {
  dimension: Dimension;
  lines: readonly BreakdownLine[];
}) {
  const { title, column, all } = labels[dimension];
  const whole: BreakdownLine = {
    name: all,
    gateway: addUp(lines, "gateway"),
    journal: addUp(lines, "journal"),
  };
  return (
    <Panel>
      <PanelHead title={title} />
      {lines.length === 0 ? (
        <p className="px-4 py-6 text-13 text-muted">{t("Nothing to break down.")}</p>
      ) : (
        <div className="print:[&_section]:overflow-visible">
          <Table label={title} dense tight cards={3}>
            <TableHead>
              <Th>{column}</Th>
              <Th numeric>{t("Batch")}</Th>
              <Th numeric>{t("Journal")}</Th>
              <Th numeric>{t("Difference")}</Th>
            </TableHead>
            <TableBody>
              {lines.map((line) => (
                <Tr key={line.name}>
                  <Cells line={line} name={nameOf(dimension, line.name)} />
                </Tr>
              ))}
            </TableBody>
            <TableFoot>
              <Cells line={whole} name={all} />
            </TableFoot>
          </Table>
        </div>
      )}
    </Panel>
  );
}

function Cells({ line: { gateway, journal }, name }: { line: BreakdownLine; name: string }) {
  return (
    <>
      <Td place="full" className="max-w-52 sm:truncate">
        <span title={name}>{name}</span>{" "}
        <span className="ml-1 font-normal text-faint">{formatCount(gateway.count)}</span>
      </Td>
      <Td numeric label={t("Batch")}>
        {formatMoney(gateway.cents, { currency: false })}
      </Td>
      <Td numeric label={t("Journal")}>
        {formatMoney(journal.cents, { currency: false })}
      </Td>
      <Td numeric label={t("Difference")}>
        <Difference cents={gateway.cents - journal.cents} counts={gateway.count - journal.count} />
      </Td>
    </>
  );
}

const labels: Record<Dimension, { title: string; column: string; all: string }> = translated(
  ["title", "column", "all"],
  {
    tender: { title: "By tender", column: "Tender", all: "All" },
    brand: { title: "By card brand", column: "Brand", all: "Cards" },
    clerk: { title: "By clerk", column: "Clerk", all: "All" },
    hour: { title: "By hour", column: "Hour", all: "All" },
  },
);

const tenders: Record<string, string> = translated("*", {
  card: "Card",
  token: "Saved card",
  check: "Check",
  cash: "Cash",
});

function nameOf(dimension: Dimension, name: string): string {
  if (dimension === "tender") return tenders[name] ?? name;
  // Any day: only its time is shown.
  if (dimension === "hour") return formatTime(`2026-01-01 ${name.padStart(2, "0")}:00:00`);
  return translate(name) || (dimension === "clerk" ? t("No clerk named") : t("Brand not known"));
}

const addUp = (lines: readonly BreakdownLine[], side: "gateway" | "journal") => ({
  cents: lines.reduce((sum, line) => sum + line[side].cents, 0),
  count: lines.reduce((sum, line) => sum + line[side].count, 0),
});
