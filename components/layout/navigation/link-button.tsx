import type { ComponentProps } from "react";
import { type ButtonAppearance, ButtonBody, buttonClass } from "#components/ui/button/button.tsx";
import { cx } from "#components/ui/cx.ts";
import type { IconName } from "#components/ui/icon/icon.tsx";
import { Link } from "./link.tsx";

/** A link that looks like a button, for navigation. Use a button for changes. */
export function LinkButton({
  variant,
  size,
  iconOnly,
  block,
  icon,
  iconEnd,
  kbd,
  className,
  children,
  ...rest
}: ComponentProps<typeof Link> & ButtonAppearance & { icon?: IconName; iconEnd?: IconName; kbd?: string }) {
  return (
    <Link {...rest} className={cx(buttonClass({ variant, size, iconOnly, block }), className)}>
      <ButtonBody variant={variant} icon={icon} iconEnd={iconEnd} kbd={kbd}>
        {children}
      </ButtonBody>
    </Link>
  );
}
