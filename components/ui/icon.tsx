import { cx } from "./cx.ts";
import { type IconName, iconShapes } from "./icon-shapes.tsx";

export type { IconName } from "./icon-shapes.tsx";

const sizes = { 14: "size-3.5", 16: "size-4", 20: "size-5", 24: "size-6" } as const;

/** An inline icon. It is hidden from assistive technology: the word beside it carries the meaning. */
export function Icon({
  name,
  size = 16,
  className,
}: {
  name: IconName;
  size?: keyof typeof sizes;
  className?: string | undefined;
}) {
  return (
    <svg
      viewBox="0 0 16 16"
      fill="none"
      stroke="currentColor"
      strokeWidth={1.5}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      className={cx("inline-block shrink-0", sizes[size], className)}
    >
      {iconShapes[name]}
    </svg>
  );
}
