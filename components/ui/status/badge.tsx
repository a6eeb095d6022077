import { cx } from "../cx.ts";
import { type Tone, toneGround } from "./tone.ts";

/** A count in a pill. The label names what is counted ("5 open"). */
export function Badge({
  count,
  label,
  tone = "unknown",
  className,
}: {
  count: number;
  label: string;
  tone?: Tone;
  className?: string;
}) {
  return (
    <span
      className={cx(
        "inline-flex h-[18px] min-w-5 items-center justify-center rounded-full px-[5px] text-12 font-semibold",
        toneGround[tone],
        className,
      )}
    >
      <span aria-hidden="true">{count > 99 ? "99+" : count}</span>
      <span className="sr-only">{label}</span>
    </span>
  );
}
