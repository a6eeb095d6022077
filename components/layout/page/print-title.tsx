import { useMerchant } from "#components/layout/merchant.tsx";
import { formatMoment } from "#lib/format/dates.ts";
import { momentIn } from "#lib/time.ts";

/** The heading of a printed sheet: its title, the merchant, and when it was printed. */
export function PrintTitle({ title, printedBy, now }: { title: string; printedBy: string; now: number }) {
  const { timeZone } = useMerchant();
  return (
    <div className="hidden text-16 print:mb-4 print:block">
      <p className="font-semibold">{title}</p>
      <p>
        {printedBy}, {formatMoment(momentIn(timeZone, now), { weekday: false, year: true })}
      </p>
    </div>
  );
}
