import { Button } from "#components/ui/button/button.tsx";
import { TextButton } from "#components/ui/button/text-button.tsx";
import { Checkbox } from "#components/ui/form/checkbox.tsx";
import { t } from "#lib/language/t.ts";
import { columns as allColumns, type ColumnName, columnNames, defaultColumns } from "#lib/search/columns.ts";

/** The columns to choose from, those of the list first. */
export function ColumnList({
  columns,
  onChange,
}: {
  columns: readonly ColumnName[];
  onChange: (columns: readonly ColumnName[]) => void;
}) {
  const others = columnNames.filter((name) => !columns.includes(name));
  const move = (name: ColumnName) => {
    const place = columns.indexOf(name);
    onChange(columns.with(place - 1, name).with(place, columns[place - 1] ?? name));
  };
  return (
    <>
      {[...columns, ...others].map((name) => {
        const place = columns.indexOf(name);
        const { label } = allColumns[name];
        return (
          <div key={name} className="flex items-center justify-between text-13">
            <Checkbox
              label={label}
              checked={place >= 0}
              disabled={columns.length === 1 && place === 0}
              onChange={() =>
                onChange(place >= 0 ? columns.filter((one) => one !== name) : [...columns, name])
              }
            />
            {place > 0 && (
              <Button
                size="s"
                variant="quiet"
                iconOnly
                icon="undo"
                aria-label={t("Move {label} forward", { label })}
                onClick={() => move(name)}
              />
            )}
          </div>
        );
      })}
      <TextButton className="mt-2 text-13" onClick={() => onChange(defaultColumns)}>
        {t("Usual columns")}
      </TextButton>
    </>
  );
}
