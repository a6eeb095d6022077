import type { ReactNode } from "react";
import { cx } from "../cx.ts";
import { Icon, type IconName } from "../icon/icon.tsx";
import { translateChildren } from "../translate-children.ts";
import { type Tone, toneGround, toneText } from "./tone.ts";

/** A state: icon, word and color together. In running text only the icon is colored; a chip also has a background. */
export function StatusLabel({
  tone,
  icon,
  children,
  chip = false,
  wraps = false,
}: {
  tone: Tone;
  icon: IconName;
  children: ReactNode;
  chip?: boolean;
  wraps?: boolean;
}) {
  return (
    <span
      className={cx(
        "inline-flex gap-1.5 align-top",
        wraps ? "items-start *:[svg]:mt-0.5" : "items-center whitespace-nowrap",
        chip && "rounded-sm py-0.5 pr-2 pl-1.5 text-13 font-semibold",
        chip && toneGround[tone],
      )}
    >
      <Icon name={icon} className={chip ? undefined : toneText[tone]} />
      <span className="min-w-0">{translateChildren(children)}</span>
    </span>
  );
}
