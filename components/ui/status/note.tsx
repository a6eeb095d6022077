import type { ReactNode } from "react";
import { cx } from "../cx.ts";
import { Icon, type IconName } from "../icon/icon.tsx";
import { translateChildren } from "../translate-children.ts";
import { type Tone, toneText } from "./tone.ts";

type NoteTone = Exclude<Tone, "accent">;

/** A short message inside a panel. `role="alert"` for what has just gone wrong, `"status"` for what has just happened. */
export function Note({
  tone = "neutral",
  icon = icons[tone],
  role,
  id,
  children,
}: {
  tone?: NoteTone;
  icon?: IconName;
  role?: "alert" | "status";
  id?: string;
  children: ReactNode;
}) {
  return (
    <div
      id={id}
      role={role}
      className={cx("flex gap-2 rounded-md border p-3 text-13 *:[svg]:mt-0.5", grounds[tone])}
    >
      <Icon name={icon} className={tone === "neutral" ? undefined : toneText[tone]} />
      <div className="min-w-0 flex-1">{translateChildren(children)}</div>
    </div>
  );
}

const icons = {
  neutral: "info",
  approved: "approved",
  declined: "declined",
  warning: "warning",
  unknown: "unknown",
} as const satisfies Record<NoteTone, IconName>;

const grounds = {
  neutral: "border-line bg-sunken text-muted [&_b]:text-ink",
  approved: "border-transparent bg-approved-soft",
  declined: "border-transparent bg-declined-soft",
  warning: "border-transparent bg-warning-soft",
  unknown: "border-transparent bg-unknown-soft",
} as const satisfies Record<NoteTone, string>;
