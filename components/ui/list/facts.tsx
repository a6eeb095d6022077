import type { ReactNode } from "react";
import { t } from "#lib/language/t.ts";
import { cx } from "../cx.ts";

const columnCounts = { 2: "sm:grid-cols-2", 3: "sm:grid-cols-3", 4: "sm:grid-cols-4" } as const;

/** A grid of names and values: as many columns as given, two on a phone. */
export function Facts({
  columns = 3,
  className,
  children,
}: {
  columns?: keyof typeof columnCounts;
  className?: string;
  children: ReactNode;
}) {
  return (
    <dl
      className={cx(
        "grid grid-cols-2 gap-x-4 gap-y-3 sm:gap-x-6 sm:gap-y-4",
        columnCounts[columns],
        className,
      )}
    >
      {children}
    </dl>
  );
}

/** One name with its value; without a value it shows "None". */
export function Fact({
  label,
  wide = false,
  children,
}: {
  label: string;
  wide?: boolean;
  children?: ReactNode;
}) {
  const empty = children === undefined || children === null || children === "";
  return (
    <div className={cx("min-w-0", wide && "max-sm:col-span-full")}>
      <dt className="mb-0.5 text-12 text-faint">{label}</dt>
      <dd className="wrap-anywhere">
        {empty ? <span className="text-faint">{t("None ~fact")}</span> : children}
      </dd>
    </div>
  );
}
