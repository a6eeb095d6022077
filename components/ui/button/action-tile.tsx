import type { ComponentProps, ReactNode } from "react";
import { cx } from "../cx.ts";
import { Icon, type IconName } from "../icon/icon.tsx";
import { Kbd } from "../kbd.tsx";
import { HydratedButton } from "./hydrated-button.tsx";

/** An action with what it does to the money under it. The accessible name is the title alone; the effect describes it. */
export function ActionTile({
  icon,
  title,
  effect,
  kbd,
  strong = false,
  className,
  id,
  ...rest
}: Omit<ComponentProps<"button">, "title" | "children"> & {
  icon: IconName;
  title: string;
  effect?: ReactNode;
  kbd?: string | undefined;
  strong?: boolean;
}) {
  return (
    <HydratedButton {...rest} id={id} type="button" className={cx(actionTileClass, className)}>
      <ActionTileBody icon={icon} title={title} effect={effect} kbd={kbd} strong={strong} />
    </HydratedButton>
  );
}

/** The look of an action tile for another element, such as a link. Put an `ActionTileBody` inside. */
export const actionTileClass =
  "flex min-h-11 w-full items-center gap-3 rounded-md border border-field-line bg-surface px-3 py-2 text-left text-ink no-underline hover:bg-hover shut:cursor-not-allowed shut:border-line-strong shut:bg-sunken shut:text-faint print:hidden";

export function ActionTileBody({
  icon,
  title,
  effect,
  kbd,
  strong = false,
}: {
  icon: IconName;
  title: string;
  effect?: ReactNode;
  kbd?: string | undefined;
  strong?: boolean;
}) {
  return (
    <>
      <Icon name={icon} className={cx("text-muted", strong && "mt-0.5 self-start")} />
      <span className="min-w-0 flex-1">
        <span className={strong ? "font-semibold" : undefined}>{title}</span>
        {effect !== undefined && <span className="block text-13 text-muted">{effect}</span>}
      </span>
      {kbd && (
        <span aria-hidden="true" className="flex max-sm:hidden">
          <Kbd>{kbd}</Kbd>
        </span>
      )}
    </>
  );
}
