import type { ReactNode } from "react";
import { cx } from "../cx.ts";
import { Icon, type IconName } from "../icon/icon.tsx";
import { type Tone, toneGround } from "./tone.ts";

/** The band on top of a result, the only place where a state colors the whole background. Tone `accent` means waiting. */
export function ResultBand({
  tone,
  icon,
  end,
  children,
}: {
  tone: Tone;
  icon: IconName;
  end?: ReactNode;
  children: ReactNode;
}) {
  const waits = tone === "accent";
  return (
    <div
      className={cx(
        "flex items-center gap-3 rounded-t-[7px] px-6 py-3 text-20 font-semibold",
        "max-sm:grid max-sm:grid-cols-[24px_minmax(0,1fr)] max-sm:gap-y-0 max-sm:px-4 max-sm:text-18",
        waits ? "border-b border-line bg-sunken text-ink" : toneGround[tone],
      )}
    >
      <Icon name={icon} size={24} className={waits ? "animate-spin text-accent" : undefined} />
      <span>{children}</span>
      {end !== undefined && (
        <span className="ml-auto text-13 font-normal whitespace-nowrap text-muted max-sm:col-start-2 max-sm:ml-0 max-sm:whitespace-normal">
          {end}
        </span>
      )}
    </div>
  );
}
