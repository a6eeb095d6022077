import type { ReactNode } from "react";
import { Icon, type IconName } from "../icon/icon.tsx";
import { type Tone, toneText } from "../status/tone.ts";

/** Checks made before sending, one line each. */
export function Checklist({ children }: { children: ReactNode }) {
  return <ul className="grid gap-1.5 text-13 text-muted">{children}</ul>;
}

export function ChecklistItem({
  tone = "approved",
  icon = "tick",
  children,
}: {
  tone?: Tone;
  icon?: IconName;
  children: ReactNode;
}) {
  return (
    <li className="flex gap-2 *:[svg]:mt-0.5">
      <Icon name={icon} className={toneText[tone]} />
      <span>{children}</span>
    </li>
  );
}
