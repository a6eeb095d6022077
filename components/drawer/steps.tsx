import { Icon } from "#components/ui/icon/icon.tsx";
import { t, translated } from "#lib/language/t.ts";

const steps = translated(["label"], [
  { id: "open", label: "Open with a float" },
  { id: "work", label: "Sell, pay in, pay out" },
  { id: "count", label: "Count" },
  { id: "compare", label: "Compare and close" },
] as const);

/** Where a shift is on its way from its float to its Z report. */
export function Steps({ step }: { step: (typeof steps)[number]["id"] }) {
  const here = steps.findIndex(({ id }) => id === step);
  return (
    <ol
      aria-label={t("This shift")}
      className="flex flex-wrap gap-x-5 gap-y-1 text-13 text-muted print:hidden"
    >
      {steps.map(({ id, label }, place) => (
        <li
          key={id}
          aria-current={id === step ? "step" : undefined}
          className="inline-flex items-center gap-1.5 aria-[current=step]:font-semibold aria-[current=step]:text-ink"
        >
          <Icon
            name={place < here ? "approved" : place === here ? "open" : "pending"}
            className={place < here ? "text-approved" : place === here ? "text-accent" : "text-faint"}
          />
          {label}
          {place < here && <span className="sr-only">{t(", done")}</span>}
        </li>
      ))}
    </ol>
  );
}
