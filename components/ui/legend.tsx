import { Icon, type IconName } from "./icon.tsx";

/** Icons with their words, at the head of a list that uses them. */
export function Legend({ items }: { items: readonly { icon: IconName; label: string }[] }) {
  return (
    <span className="flex flex-wrap gap-x-4 gap-y-1 text-12 text-muted">
      {items.map(({ icon, label }) => (
        <span key={label} className="inline-flex items-center gap-1.5 whitespace-nowrap">
          <Icon name={icon} />
          {label}
        </span>
      ))}
    </span>
  );
}
