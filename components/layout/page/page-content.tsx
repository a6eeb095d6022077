import type { ReactNode } from "react";
import { cx } from "#components/ui/cx.ts";

/** The body of a page: panels under each other, 24 px apart. */
export function PageContent({ children, className }: { children: ReactNode; className?: string }) {
  return (
    <main
      id="content"
      tabIndex={-1}
      className={cx(
        "grid w-full max-w-[1440px] grid-cols-[minmax(0,1fr)] content-start gap-4 p-4 outline-none sm:gap-6 sm:p-6 print:block print:p-0",
        className,
      )}
    >
      {children}
    </main>
  );
}

/** A page in two: the work at the left, a rail of 320 px at the right that goes under it below 1024 px. */
export function TwoColumns({ children, rail }: { children: ReactNode; rail: ReactNode }) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 sm:gap-6 lg:grid-cols-[minmax(0,1fr)_320px] print:block">
      {children}
      {rail}
    </div>
  );
}
