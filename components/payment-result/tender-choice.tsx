"use client";

import { useQuery } from "@tanstack/react-query";
import { useHotkeys } from "#components/layout/shortcuts/use-hotkeys.ts";
import { HydratedButton } from "#components/ui/button/hydrated-button.tsx";
import { Icon, type IconName } from "#components/ui/icon/icon.tsx";
import { Kbd } from "#components/ui/kbd.tsx";
import { takesCurrency } from "#lib/charge/amount/tender-currency.ts";
import type { Tender } from "#lib/gateway/commands.ts";
import { t, translated } from "#lib/language/t.ts";
import { isRefused, refusedQuery } from "#lib/queries/refused-tenders.ts";

const all = translated(["label", "again"], [
  { tender: "card", label: "Card", again: "Other card", icon: "card" },
  { tender: "check", label: "Check", again: "Other check", icon: "check" },
  { tender: "cash", label: "Cash", again: "Cash", icon: "cash" },
  { tender: "token", label: "Saved card", again: "Saved card", icon: "token" },
] as const satisfies readonly { tender: Tender; label: string; again: string; icon: IconName }[]);

/**
 * The ways to collect an amount that is still due, in its currency; not those that the gateway refused to its key. `paidWith`: what was
 * tried or has paid a part.
 */
export function TenderChoice({
  title,
  note,
  code,
  paidWith,
  onChoose,
}: {
  title: string;
  note: string;
  /** Missing for the merchant's own currency. */
  code: string | undefined;
  paidWith: Tender;
  onChoose: (tender: Tender) => void;
}) {
  const { data: refused = [] } = useQuery(refusedQuery());
  const tried = paidWith === "token" ? "card" : paidWith;
  const ways = all
    .filter(({ tender }) => takesCurrency(tender, code) && !isRefused(refused, "now", tender))
    .map(({ label, again, ...way }) => ({ ...way, label: way.tender === tried ? again : label }));
  useHotkeys(
    ways.map(({ tender, label }, place) => ({
      keys: String(place + 1),
      does: `${title} ${label.toLowerCase()}`,
      act: () => onChoose(tender),
    })),
    { group: t("Result") },
  );
  return (
    <fieldset>
      <legend className="mb-2 text-13 font-semibold text-muted">{title}</legend>
      <div className="grid grid-cols-2 gap-2 sm:grid-cols-4">
        {ways.map(({ tender, label, icon }, place) => (
          <HydratedButton key={tender} type="button" onClick={() => onChoose(tender)} className={wayClass}>
            <Icon name={icon} className="text-muted" />
            <span className="truncate max-sm:leading-tight max-sm:whitespace-normal">{label}</span>
            <span aria-hidden="true" className="ml-auto flex">
              <Kbd>{String(place + 1)}</Kbd>
            </span>
          </HydratedButton>
        ))}
      </div>
      <p className="mt-2 text-13 text-muted">{note}</p>
    </fieldset>
  );
}

const wayClass =
  "flex h-12 min-w-0 items-center gap-2 rounded-md border border-field-line bg-surface px-2.5 whitespace-nowrap text-ink hover:bg-hover print:hidden";
