import { formatClock } from "#lib/format/durations.ts";
import { cx } from "./cx.ts";

/** A running clock as large as a headline figure. `soft` for a time that is merely left, not waited. */
export function Elapsed({ seconds, soft = false }: { seconds: number; soft?: boolean }) {
  return (
    <p
      role="timer"
      className={cx(
        "text-44 tracking-[-0.02em] max-sm:text-[2.5rem]",
        soft ? "font-normal" : "font-semibold",
      )}
    >
      {formatClock(seconds)}
    </p>
  );
}
