import { Icon, type IconName } from "../icon/icon.tsx";
import { type Tone, toneText } from "../status/tone.ts";

/** Icons with their words, at the head of a list that uses them, in the color of their `tone` where they have one. */
export function Legend({ items }: { items: readonly { icon: IconName; label: string; tone?: Tone }[] }) {
  return (
    <span className="flex flex-wrap gap-x-4 gap-y-1 text-12 text-muted">
      {items.map(({ icon, label, tone }) => (
        <span key={label} className="inline-flex items-center gap-1.5 whitespace-nowrap">
          <Icon name={icon} className={tone && toneText[tone]} />
          {label}
        </span>
      ))}
    </span>
  );
}
