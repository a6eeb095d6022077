import { t } from "#lib/language/t.ts";
import { cx } from "../cx.ts";

/** A limit with one cell per unit: used from the left, reserved at the right, the rest free. */
export function Gauge({
  total,
  used,
  kept = 0,
  label,
  keptWord = t("reserved for payments"),
}: {
  total: number;
  used: number;
  kept?: number;
  label: string;
  keptWord?: string;
}) {
  const spent = Math.min(used, total);
  const reserved = Math.min(kept, total - spent);
  const kinds = Array.from({ length: total }, (_, place): CellKind => {
    if (place < spent) return "used";
    return place >= total - reserved ? "kept" : "free";
  });
  return (
    <div>
      <div role="img" aria-label={label} className="flex h-5 gap-0.5">
        {kinds.map((kind, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: cells never move
          <i key={place} className={cx("flex-1 rounded-[1px]", cells[kind])} />
        ))}
      </div>
      <div className="mt-2 flex flex-wrap gap-x-4 gap-y-1 text-12 text-muted">
        <Swatch kind="used">{t("{spent} used", { spent })}</Swatch>
        <Swatch kind="free">{t("{free} free", { free: total - spent - reserved })}</Swatch>
        {kept > 0 && <Swatch kind="kept">{`${reserved} ${keptWord}`}</Swatch>}
      </div>
    </div>
  );
}

type CellKind = "used" | "free" | "kept";

function Swatch({ kind, children }: { kind: CellKind; children: string }) {
  return (
    <span className="inline-flex items-center gap-1.5 whitespace-nowrap">
      <i className={cx("size-2 shrink-0 rounded-[2px]", cells[kind])} />
      {children}
    </span>
  );
}

const cells = {
  used: "bg-muted",
  free: "bg-hover inset-ring inset-ring-line-strong",
  kept: "bg-accent-soft inset-ring inset-ring-accent",
} as const satisfies Record<CellKind, string>;
