import type { ReactNode } from "react";
import { cx } from "../cx.ts";
import { ScrollX } from "./scroll-x.tsx";

/**
 * A table inside a panel. Rows are 40 px high, 36 when `dense`. With `cards`, each row becomes a labeled card
 * below 640 px, in as many columns as given; without it the table scrolls sideways inside its panel.
 */
export function Table({
  label,
  cards,
  dense = false,
  tight = false,
  flush = false,
  className,
  children,
}: {
  label: string;
  cards?: 2 | 3;
  dense?: boolean;
  tight?: boolean;
  flush?: boolean;
  className?: string;
  children: ReactNode;
}) {
  return (
    <ScrollX label={label}>
      <table
        aria-label={label}
        data-cards={cards}
        data-dense={dense || undefined}
        data-tight={tight || undefined}
        data-flush={flush || undefined}
        className={cx("group/table w-full border-collapse data-cards:max-sm:block", className)}
      >
        {children}
      </table>
    </ScrollX>
  );
}

export function TableHead({ children }: { children: ReactNode }) {
  return (
    <thead className="group-data-cards/table:max-sm:hidden">
      <tr>{children}</tr>
    </thead>
  );
}

export function TableBody({ children }: { children: ReactNode }) {
  return <tbody className="group-data-cards/table:max-sm:block">{children}</tbody>;
}

/** The sum row: it sums the whole filter, not the page. */
export function TableFoot({ children }: { children: ReactNode }) {
  return (
    <tfoot className="font-semibold group-data-cards/table:max-sm:block">
      <Tr foot>{children}</Tr>
    </tfoot>
  );
}

/** `selected` marks the row that is shown elsewhere; a link or the keyboard has to lead there too, besides `onClick`. */
export function Tr({
  children,
  foot = false,
  id,
  selected,
  onClick,
}: {
  children: ReactNode;
  foot?: boolean;
  id?: string;
  selected?: boolean;
  onClick?: () => void;
}) {
  return (
    <tr
      id={id}
      aria-current={selected || undefined}
      onClick={onClick}
      className={cx(
        "aria-[current=true]:bg-accent-soft! aria-[current=true]:shadow-[inset_3px_0_0_var(--accent)]",
        // Buttons stay above the link that covers the row.
        "group/row relative [&_button]:relative [&_button]:z-1 group-data-cards/table:max-sm:grid group-data-cards/table:max-sm:gap-x-4 group-data-cards/table:max-sm:gap-y-0.5 group-data-cards/table:max-sm:px-4 group-data-cards/table:max-sm:py-3",
        "group-data-[cards=2]/table:max-sm:grid-cols-2 group-data-[cards=3]/table:max-sm:grid-cols-3",
        foot
          ? "bg-sunken group-data-cards/table:max-sm:border-t group-data-cards/table:max-sm:border-line-strong"
          : "hover:bg-sunken group-data-cards/table:max-sm:not-last:border-b group-data-cards/table:max-sm:border-line",
      )}
    >
      {children}
    </tr>
  );
}

/** For the link in a row's lead cell: the whole row, on a phone the whole card, is its target. A further link in the row is `relative`. */
export const rowLink = "inline-block min-w-6 leading-6 font-semibold after:absolute after:inset-0";

/**
 * Below which width a column is left out: s 640, m 1024, l 1181 px; `tablet` between 640 and 1024, where a phone's card has it.
 * Paper is narrower than 1024 px and keeps `m` and `tablet`.
 */
type Drop = "s" | "m" | "l" | "tablet";

const drops = {
  s: "max-sm:hidden!",
  m: "not-print:max-lg:hidden!",
  l: "max-xl:hidden!",
  tablet: "not-print:sm:max-lg:hidden!",
} as const satisfies Record<Drop, string>;

const edges =
  "first:pl-4 last:pr-4 group-data-roomy/panel:sm:first:pl-6 group-data-roomy/panel:sm:last:pr-6 group-data-flush/table:first:pl-0! group-data-flush/table:last:pr-0! group-data-tight/table:not-first:pl-2 group-data-tight/table:not-last:pr-2";

export function Th({
  children,
  numeric = false,
  drop,
  sort,
}: {
  children: ReactNode;
  numeric?: boolean;
  drop?: Drop | undefined;
  sort?: "ascending" | "descending" | undefined;
}) {
  return (
    <th
      scope="col"
      aria-sort={sort}
      className={cx(
        "h-9 border-b border-line px-3 text-12 font-semibold whitespace-nowrap text-faint",
        edges,
        numeric ? "text-right" : "text-left",
        drop && drops[drop],
      )}
    >
      {children}
    </th>
  );
}

/**
 * A cell. `count` is shown in gray beside an amount. On a phone's card, `label` is above the value and `place` sets its
 * position: `lead` first, `amount` at the right of the first line, `full` on a separate line.
 */
export function Td({
  children,
  numeric = false,
  count,
  label,
  place,
  drop,
  span,
  className,
}: {
  children?: ReactNode;
  numeric?: boolean;
  count?: ReactNode;
  label?: string;
  place?: "lead" | "amount" | "full";
  drop?: Drop | undefined;
  span?: number;
  className?: string;
}) {
  return (
    <td
      colSpan={span}
      data-label={label}
      className={cx(
        "h-10 border-b border-line px-3 py-1.5 group-last/row:border-b-0 group-data-dense/table:h-9 group-data-dense/table:py-1 group-data-tight/table:text-13 sm:group-data-tight/table:whitespace-nowrap",
        "in-[tfoot]:border-t in-[tfoot]:border-t-line-strong in-[tfoot]:first:rounded-bl-[7px] in-[tfoot]:last:rounded-br-[7px]",
        edges,
        "group-data-cards/table:max-sm:block group-data-cards/table:max-sm:h-auto group-data-cards/table:max-sm:min-w-0 group-data-cards/table:max-sm:border-0! group-data-cards/table:max-sm:p-0! group-data-cards/table:max-sm:text-14",
        label &&
          "group-data-cards/table:max-sm:before:block group-data-cards/table:max-sm:before:text-12 group-data-cards/table:max-sm:before:font-normal group-data-cards/table:max-sm:before:text-faint group-data-cards/table:max-sm:before:content-[attr(data-label)]",
        numeric && "text-right whitespace-nowrap",
        numeric && place !== "amount" && "group-data-cards/table:max-sm:text-left",
        place && places[place],
        drop && drops[drop],
        className,
      )}
    >
      {children}
      {count !== undefined && (
        <>
          {/* A space, so that screen readers and copied text keep the two apart. */}{" "}
          <Count inAmount={place === "amount"}>{count}</Count>
        </>
      )}
    </td>
  );
}

/** The gray count beside an amount. Where a table is narrow, only those in its `amount` cells are left. */
export function Count({
  children,
  inAmount,
  inLines = false,
}: {
  children: ReactNode;
  inAmount: boolean;
  /** Whether the cell has several lines with aligned counts. */
  inLines?: boolean;
}) {
  return (
    <span
      className={cx(
        "ml-2 inline-block min-w-[2.2em] text-right font-normal text-faint group-data-tight/table:ml-1.5 group-data-tight/table:min-w-[1.7em]",
        !inLines && "group-data-cards/table:max-sm:min-w-0",
        !inAmount && "group-data-tight/table:max-lg:hidden",
      )}
    >
      {children}
    </span>
  );
}

const places = {
  lead: "group-data-cards/table:max-sm:col-start-1 group-data-[cards=3]/table:max-sm:col-end-3",
  amount:
    "group-data-cards/table:max-sm:row-start-1 group-data-cards/table:max-sm:-col-end-1 group-data-cards/table:max-sm:justify-self-end group-data-cards/table:max-sm:text-right",
  full: "group-data-cards/table:max-sm:col-span-full",
} as const;
