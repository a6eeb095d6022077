/** How much of a span of time has passed, with a mark at now. `share` is from 0 to 1. */
export function DayBar({
  share,
  label,
  start,
  end,
}: {
  share: number;
  /** The whole in words: "Opened 07:58, now 14:46, closes 19:58". */
  label: string;
  start: string;
  end: string;
}) {
  const now = `${Math.min(Math.max(share, 0), 1) * 100}%`;
  return (
    <div>
      <svg role="img" aria-label={label} className="block h-3.5 w-full overflow-visible">
        <rect
          x="0.5"
          y="4.5"
          width="100%"
          height="5"
          rx="2.5"
          className="-translate-x-px fill-hover stroke-line-strong"
        />
        <rect y="4" width={now} height="6" rx="3" className="fill-muted" />
        <rect x={now} y="0" width="2" height="14" rx="1" className="fill-ink" />
      </svg>
      <div className="mt-0.5 flex justify-between gap-3 text-12 text-faint">
        <span>{start}</span>
        <span>{end}</span>
      </div>
    </div>
  );
}
