import { cx } from "#components/ui/cx.ts";
import { t } from "#lib/language/t.ts";

/** The mark of the product. */
export function Mark({ className }: { className?: string }) {
  return (
    <svg
      viewBox="0 0 16 16"
      fill="none"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      className={cx("shrink-0", className ?? "size-[22px]")}
    >
      <rect x="0.75" y="0.75" width="14.5" height="14.5" rx="3.5" className="fill-accent-fill" />
      <path d="M4.25 11.25v-6.5L8 8.5l3.75-3.75v6.5" strokeWidth="1.6" className="stroke-on-accent" />
    </svg>
  );
}

/** The badge of a sandbox, where no real money moves. */
export function SandboxBadge() {
  return (
    <span
      title={t("No real money moves")}
      className="inline-flex h-5 shrink-0 items-center rounded-sm border border-warning bg-warning-soft px-1.5 text-11 font-semibold tracking-[0.02em] text-warning"
    >
      {t("SANDBOX")}
    </span>
  );
}
