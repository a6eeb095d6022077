import { Field } from "#components/ui/form/field.tsx";
import { Select } from "#components/ui/form/select.tsx";
import type { CsvChoice, CsvColumns, CsvReading, DateOrder } from "#lib/deposits/file/bank-file.ts";
import { keysOf } from "#lib/keys-of.ts";
import { t, translated } from "#lib/language/t.ts";

const columnLabels: Record<keyof CsvColumns, string> = translated("*", {
  date: "Date",
  amount: "Amount",
  credit: "Money in",
  debit: "Money out",
  direction: "Debit or credit",
  currency: "Currency",
  status: "Status",
  description: "Description",
  trace: "Trace",
});
const names = keysOf(columnLabels);

const orderLabels: Record<DateOrder, string> = translated("*", {
  mdy: "Month, day, year",
  dmy: "Day, month, year",
  ymd: "Year, month, day",
});

/** Which column of a CSV file holds what. Either one signed amount, or money in and money out. */
export function ColumnChoice({ csv, onChange }: { csv: CsvReading; onChange: (choice: CsvChoice) => void }) {
  const { header, columns, dateOrder, isOrderSure } = csv;
  const isSplit = columns.amount === undefined && (columns.credit ?? columns.debit) !== undefined;
  const shown = names.filter((name) => {
    if (name === "direction") return !isSplit;
    return (name !== "credit" && name !== "debit") || isSplit || columns.amount === undefined;
  });
  const pick = (name: keyof CsvColumns, text: string) => {
    const place = text === "" ? undefined : Number(text);
    const own = name === "amount" && place !== undefined ? { credit: undefined, debit: undefined } : {};
    onChange({ columns: { ...columns, ...own, [name]: place }, dateOrder });
  };
  return (
    <fieldset className="grid grid-cols-2 gap-3 sm:grid-cols-3">
      <legend className="sr-only">{t("Columns")}</legend>
      {shown.map((name) => (
        <Field key={name} label={columnLabels[name]}>
          {(control) => (
            <Select
              {...control}
              value={columns[name] ?? ""}
              onChange={(event) => pick(name, event.target.value)}
            >
              <option value="">{t("None ~feminine")}</option>
              {header.map((label, place) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: two columns may have one name
                <option key={place} value={place}>
                  {label}
                </option>
              ))}
            </Select>
          )}
        </Field>
      ))}
      <Field
        label={t("Dates are")}
        error={isOrderSure ? undefined : t("These dates can be read both ways. Check the order.")}
      >
        {(control) => (
          <Select
            {...control}
            value={dateOrder}
            onChange={(event) => onChange({ columns, dateOrder: event.target.value as DateOrder })} // one of the options
          >
            {Object.entries(orderLabels).map(([order, label]) => (
              <option key={order} value={order}>
                {label}
              </option>
            ))}
          </Select>
        )}
      </Field>
    </fieldset>
  );
}
