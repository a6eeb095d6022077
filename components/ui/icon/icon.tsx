import { cx } from "../cx.ts";
import type { IconName } from "./icon-names.ts";
// A file of its own, so that no page carries the shapes in its scripts.
import sprite from "./icons.svg";

export type { IconName } from "./icon-names.ts";

const { src }: { src: string } = sprite;
const sizes = { 14: "size-3.5", 16: "size-4", 20: "size-5", 24: "size-6" } as const;

/** An icon. It is hidden from assistive technology: the word beside it carries the meaning. */
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
      <use href={`${src}#${name}`} />
    </svg>
  );
}
