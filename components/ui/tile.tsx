import { Icon, type IconName } from "./icon.tsx";
import { Kbd } from "./kbd.tsx";

type TileContent = { icon: IconName; label: string; kbd?: string | undefined };

/** The look of a tile for another element, such as a link or a tab. Put a `TileBody` inside. */
export const tileClass =
  "group/tile flex h-12 min-w-0 items-center gap-2 rounded-md border border-field-line bg-field px-2.5 whitespace-nowrap text-muted no-underline hover:bg-hover hover:text-ink aria-selected:border-accent aria-selected:bg-accent-soft aria-selected:font-semibold aria-selected:text-ink aria-selected:inset-ring aria-selected:inset-ring-accent shut:cursor-not-allowed shut:border-line-strong shut:bg-sunken shut:text-faint max-[44rem]:h-16 max-[44rem]:flex-col max-[44rem]:justify-center max-[44rem]:gap-1 max-[44rem]:px-0 max-[44rem]:text-12";

export const tileRowClass = "grid auto-cols-auto grid-flow-col gap-1.5 max-[44rem]:auto-cols-fr sm:gap-2";

/** The key hint is for the eye alone, so that the accessible name is the label. */
export function TileBody({ icon, label, kbd }: TileContent) {
  return (
    <>
      <Icon name={icon} className="group-aria-selected/tile:text-accent" />
      <span className="max-w-full truncate">{label}</span>
      {kbd && (
        <span aria-hidden="true" className="ml-auto flex max-[44rem]:hidden">
          <Kbd>{kbd}</Kbd>
        </span>
      )}
    </>
  );
}
