import type { ReactNode } from "react";
import { cx } from "../cx.ts";

/** Lines of a sum: names at the left, amounts at the right, a total under a line. */
export function SumList({ className, children }: { className?: string; children: ReactNode }) {
  return <dl className={cx("grid gap-1.5", className)}>{children}</dl>;
}

export function SumLine({
  label,
  total = false,
  faint = false,
  children,
}: {
  label: ReactNode;
  total?: boolean;
  faint?: boolean;
  children: ReactNode;
}) {
  return (
    <div
      className={cx("flex justify-between gap-3", total && "mt-0.5 items-baseline border-t border-line pt-2")}
    >
      <dt className={total ? "font-semibold" : "text-muted"}>{label}</dt>
      <dd className={cx("text-right", total && "font-semibold", faint && "text-faint")}>{children}</dd>
    </div>
  );
}
