import type { ComponentProps, ReactNode } from "react";
import { cx } from "../cx.ts";
import { Icon, type IconName } from "../icon/icon.tsx";
import { Kbd } from "../kbd.tsx";
import { HydratedButton } from "./hydrated-button.tsx";

export type ButtonAppearance = {
  /** `primary` is the one main action of a place; `quiet` has no border; `danger` takes something away. */
  variant?: "primary" | "default" | "quiet" | "danger" | undefined;
  /** Heights: s 32, m 36, l 48 px (at least 40 on phones). */
  size?: "s" | "m" | "l" | undefined;
  /** A square button that shows an icon alone: give it an `aria-label`. */
  iconOnly?: boolean | undefined;
  block?: boolean | undefined;
};

type ButtonContent = {
  icon?: IconName | undefined;
  iconEnd?: IconName | undefined;
  kbd?: string | undefined;
  children?: ReactNode;
};

/** A button. While `loading` it keeps its words, shows a turning arc and does nothing. */
export function Button({
  variant,
  size,
  iconOnly,
  block,
  icon,
  iconEnd,
  kbd,
  loading = false,
  className,
  children,
  disabled,
  type = "button",
  ...rest
}: ComponentProps<"button"> & ButtonAppearance & ButtonContent & { loading?: boolean }) {
  return (
    <HydratedButton
      {...rest}
      type={type}
      disabled={disabled || loading}
      aria-busy={loading || undefined}
      className={cx(buttonClass({ variant, size, iconOnly, block }), className)}
    >
      <ButtonBody variant={variant} icon={icon} iconEnd={iconEnd} kbd={kbd} loading={loading}>
        {children}
      </ButtonBody>
    </HydratedButton>
  );
}

/** The look of a button for another element, such as a link. Put a `ButtonBody` inside. */
export function buttonClass({
  variant = "default",
  size = "m",
  iconOnly,
  block,
}: ButtonAppearance = {}): string {
  return cx(
    "inline-flex items-center justify-center gap-2 rounded-md border whitespace-nowrap no-underline print:hidden",
    "shut:cursor-not-allowed shut:border-line-strong shut:bg-sunken shut:text-faint",
    "aria-disabled:cursor-not-allowed aria-disabled:border-line-strong aria-disabled:bg-sunken aria-disabled:text-faint",
    appearances[variant],
    variant === "primary" ? "font-semibold" : "font-normal",
    iconOnly ? squares[size] : heights[size],
    !iconOnly && size === "l" && (variant === "primary" ? "px-5 text-16" : "px-3"),
    block && "w-full",
  );
}

/** Icon, words and key hint in their order. */
export function ButtonBody({
  variant,
  icon,
  iconEnd,
  kbd,
  loading = false,
  children,
}: ButtonContent & { variant?: ButtonAppearance["variant"]; loading?: boolean }) {
  return (
    <>
      {loading ? <Icon name="spinner" className="animate-spin" /> : icon && <Icon name={icon} />}
      {children}
      {iconEnd && <Icon name={iconEnd} />}
      {kbd && <Kbd onFill={variant === "primary"}>{kbd}</Kbd>}
    </>
  );
}

const appearances = {
  primary:
    "border-accent-fill bg-accent-fill text-on-accent enabled:hover:border-accent-fill-hover enabled:hover:bg-accent-fill-hover [a]:hover:border-accent-fill-hover [a]:hover:bg-accent-fill-hover",
  default: "border-field-line bg-surface text-ink enabled:hover:bg-hover [a]:hover:bg-hover",
  danger: "border-field-line bg-surface text-declined enabled:hover:bg-hover [a]:hover:bg-hover",
  quiet:
    "border-transparent bg-transparent text-muted enabled:hover:bg-hover shut:border-transparent shut:bg-transparent [a]:hover:bg-hover",
} as const;

const heights = {
  s: "h-8 px-2.5 text-13 max-sm:h-10",
  m: "h-control px-3",
  l: "h-12",
} as const;

const squares = { s: "size-8 max-sm:size-11", m: "size-control", l: "size-12" } as const;
