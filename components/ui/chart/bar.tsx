import { cx } from "../cx.ts";
import { type Tone, toneFill } from "../status/tone.ts";

const heights = { s: "h-1", m: "h-2", l: "h-3" } as const;

/** Shares of a whole, side by side. Each share is from 0 to 1; what is left stays empty. Drawn, so that it needs no inline style. */
export function Bar({
  shares,
  label,
  size = "m",
}: {
  shares: readonly { tone: Tone; share: number }[];
  /** The figures in words. */
  label: string;
  size?: keyof typeof heights;
}) {
  const starts = shares.map((_, place) => shares.slice(0, place).reduce((sum, { share }) => sum + share, 0));
  return (
    <svg role="img" aria-label={label} className={cx("block w-full rounded-[2px] bg-hover", heights[size])}>
      {shares.map(({ tone, share }, place) => (
        <rect
          // biome-ignore lint/suspicious/noArrayIndexKey: the place in the bar is what identifies a share
          key={place}
          x={percent(starts[place] ?? 0)}
          width={percent(share)}
          height="100%"
          className={toneFill[tone]}
        />
      ))}
    </svg>
  );
}

const percent = (share: number) => `${Math.min(Math.max(share, 0), 1) * 100}%`;
