import type { ComponentProps, ReactNode } from "react";
import { cx } from "../cx.ts";

/** A bordered surface. `roomy` widens the padding of its heads, sections and tables to 24 px. Does not break across printed pages. */
export function Panel({
  as: Element = "section",
  roomy = false,
  className,
  ...rest
}: Omit<ComponentProps<"section">, "ref"> & { as?: "section" | "div" | "aside"; roomy?: boolean }) {
  return (
    <Element
      {...rest}
      data-roomy={roomy || undefined}
      className={cx(
        "group/panel min-w-0 rounded-lg border border-line bg-surface print:break-inside-avoid",
        className,
      )}
    />
  );
}

/** The title row of a panel: a heading, a secondary text, and content at the right. */
export function PanelHead({
  title,
  id,
  sub,
  children,
}: {
  title: ReactNode;
  id?: string;
  sub?: ReactNode;
  children?: ReactNode;
}) {
  return (
    <div className="flex min-h-12 items-center gap-3 border-b border-line px-4 py-1 group-data-roomy/panel:sm:px-6 max-sm:flex-wrap max-sm:gap-y-1 max-sm:py-2.5">
      <h2 id={id}>{title}</h2>
      {sub !== undefined && <span className="text-13 text-faint">{sub}</span>}
      {children && (
        <div className="ml-auto flex items-center gap-3 text-13 text-muted max-sm:flex-wrap max-sm:gap-y-1">
          {children}
        </div>
      )}
    </div>
  );
}

/** A stretch of a panel, divided from the one before by a line. */
export function PanelSection({
  size = "m",
  className,
  ...rest
}: ComponentProps<"div"> & { size?: "m" | "l" }) {
  return (
    <div
      {...rest}
      data-section=""
      className={cx(
        "[[data-section]+&]:border-t [[data-section]+&]:border-line",
        size === "l" ? "p-4 sm:p-6" : "p-4 group-data-roomy/panel:sm:px-6 group-data-roomy/panel:sm:py-5",
        className,
      )}
    />
  );
}

/** The small heading of a section inside a panel, with a quiet word or link at the right. Level 3 under a `PanelHead`. */
export function SectionTitle({
  children,
  id,
  end,
  level = 2,
  tight = false,
}: {
  children: ReactNode;
  id?: string;
  end?: ReactNode;
  level?: 2 | 3;
  tight?: boolean;
}) {
  const Heading = level === 2 ? "h2" : "h3";
  return (
    <div
      className={cx(
        "flex items-center justify-between gap-3 text-13 max-sm:flex-wrap max-sm:gap-y-0.5",
        tight ? "mb-1" : "mb-3",
      )}
    >
      <Heading id={id}>{children}</Heading>
      {end !== undefined && <span className="whitespace-nowrap text-faint">{end}</span>}
    </div>
  );
}
