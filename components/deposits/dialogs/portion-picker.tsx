import { useState } from "react";
import { Field } from "#components/ui/form/field.tsx";
import { Input } from "#components/ui/form/input.tsx";
import type { WaitingPortion } from "#lib/deposits/deposits-view.ts";
import { checkDayOf, portionLabel } from "#lib/deposits/portion.ts";
import { formatDay } from "#lib/format/dates.ts";
import { formatMoney } from "#lib/format/money.ts";
import { t } from "#lib/language/t.ts";

/** The batches that a deposit can pay, newest first, to choose from. */
export function PortionPicker({
  choices,
  chosen,
  onToggle,
}: {
  choices: readonly WaitingPortion[];
  chosen: ReadonlySet<string>;
  onToggle: (id: string) => void;
}) {
  const [search, setSearch] = useState("");
  const wanted = search.trim().toLowerCase();
  const shown = choices
    .filter(
      (portion) =>
        chosen.has(portion.id) ||
        `${portionLabel(portion)} ${formatMoney(portion.cents, { currency: false })}`
          .toLowerCase()
          .includes(wanted),
    )
    .toSorted((a, b) => b.closedAt - a.closedAt);
  if (choices.length === 0)
    return <p className="text-13 text-muted">{t("No closed batch is waiting for a deposit of this day.")}</p>;
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-1 text-13 font-semibold">{t("What was paid")}</legend>
      {choices.length > 6 && (
        <Field label={t("Find a batch")} end={t("number, kind or amount")}>
          {(control) => (
            <Input {...control} value={search} onChange={(event) => setSearch(event.target.value)} />
          )}
        </Field>
      )}
      <div className="max-h-60 overflow-y-auto rounded-md border border-line">
        {shown.length === 0 && <p className="p-3 text-13 text-muted">{t("No such batch is waiting.")}</p>}
        {shown.map((portion) => (
          <label
            key={portion.id}
            className="flex min-h-10 items-center gap-3 px-3 py-1.5 not-last:border-b not-last:border-line hover:bg-sunken max-sm:min-h-11"
          >
            <input
              type="checkbox"
              className="size-4 shrink-0 accent-accent-fill"
              checked={chosen.has(portion.id)}
              onChange={() => onToggle(portion.id)}
            />
            <span className="min-w-0 flex-1">
              {portionLabel(portion)}{" "}
              <span className="text-13 whitespace-nowrap text-faint">
                {checkDayOf(portion.batchKey) === undefined &&
                  t("closed {day}", { day: formatDay(portion.closedDay, { weekday: true, year: false }) })}
              </span>
            </span>
            <span className="text-right whitespace-nowrap">
              {formatMoney(portion.cents, { currency: false, code: portion.currency })}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
