import { formatMoney } from "#lib/format/money.ts";
import { cx } from "./cx.ts";

const sizes = {
  xl: "text-44 sm:text-56",
  l: "text-44 max-sm:text-[2.5rem]",
  m: "text-28",
  s: "text-20 tracking-[-0.015em]",
  inherit: "tracking-[-0.015em]",
} as const;

/** An amount of money in cents, with the sign of its currency; the merchant's currency when `code` is missing. `xl` is the amount of a page. */
export function Amount({
  cents,
  code,
  size = "inherit",
  soft = false,
  plain = false,
  className,
}: {
  cents: number;
  code?: string | undefined;
  size?: keyof typeof sizes;
  soft?: boolean;
  /** Without the merchant's own sign: the currency of the number isn't known. */
  plain?: boolean;
  className?: string;
}) {
  return (
    <span
      className={cx(
        "whitespace-nowrap",
        sizes[size],
        soft ? "font-normal text-muted" : "font-semibold",
        className,
      )}
    >
      {formatMoney(cents, { code, currency: !plain })}
    </span>
  );
}
