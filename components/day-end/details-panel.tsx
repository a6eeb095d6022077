import { useMerchant } from "#components/layout/merchant.tsx";
import { Link } from "#components/layout/navigation/link.tsx";
import { Panel, PanelHead, PanelSection } from "#components/ui/panel/panel.tsx";
import type { DayDetails } from "#lib/day-end/day-end.ts";
import { batchRows, drawerRows, type ReportRow } from "#lib/day-end/signed-report.ts";
import { t } from "#lib/language/t.ts";
import { paths } from "#lib/paths.ts";

/** The drawers and batches that closed on the day, as the signed report lists them. */
export function DetailsPanel({ details }: { details: DayDetails }) {
  const { timeZone } = useMerchant();
  return (
    <Panel aria-label={t("Closed on this day")} className="print:mt-6">
      <PanelHead title={t("Closed on this day")} />
      <PanelSection>
        <Rows
          title={t("Cash drawers")}
          rows={drawerRows(details)}
          hrefs={details.drawers.map(({ shift }) => paths.drawerShift(shift))}
        />
      </PanelSection>
      <PanelSection>
        <Rows
          title={t("Batches")}
          rows={batchRows(details, timeZone)}
          hrefs={details.batches.map(({ key }) => paths.batch(key))}
        />
      </PanelSection>
    </Panel>
  );
}

function Rows({ title, rows, hrefs }: { title: string; rows: ReportRow[]; hrefs: string[] }) {
  return (
    <>
      <h3 className="mb-1 text-13 text-muted">{title}</h3>
      <dl className="grid gap-1">
        {rows.map(([label, value], place) => {
          const href = hrefs[place];
          return (
            <div key={label} className="flex flex-wrap justify-between gap-x-6">
              <dt>{href ? <Link href={href}>{label}</Link> : <span className="text-muted">{label}</span>}</dt>
              <dd className="ml-auto text-right">{href && value}</dd>
            </div>
          );
        })}
      </dl>
    </>
  );
}
