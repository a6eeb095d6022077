import { ButtonBody, buttonClass } from "#components/ui/button/button.tsx";
import { cx } from "#components/ui/cx.ts";
import { onDemand, usePreload } from "#components/ui/on-demand.tsx";
import { Popover } from "#components/ui/overlay/popover.tsx";
import { tx } from "#components/ui/rich-text.tsx";
import { t } from "#lib/language/t.ts";
import { type ColumnName, columnNames } from "#lib/search/columns.ts";

const ColumnList = onDemand(() => import("./column-list.tsx").then((part) => part.ColumnList));

/** Which columns the list has, and in which order. */
export function ColumnChoice({
  columns,
  onChange,
}: {
  columns: readonly ColumnName[];
  onChange: (columns: readonly ColumnName[]) => void;
}) {
  usePreload(ColumnList);
  return (
    <Popover
      label={t("Columns")}
      align="end"
      className="w-64 p-3"
      button={{
        className: cx(buttonClass({ size: "s", variant: "quiet" }), "max-sm:hidden"),
        children: (
          <ButtonBody icon="columns">
            {tx("Columns{count}", {
              count: (
                <span className="text-faint">
                  {t("{shown} of {all}", { shown: columns.length, all: columnNames.length })}
                </span>
              ),
            })}
          </ButtonBody>
        ),
      }}
    >
      {() => <ColumnList columns={columns} onChange={onChange} />}
    </Popover>
  );
}
