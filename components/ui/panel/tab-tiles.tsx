"use client";

import { createContext, type KeyboardEvent, type ReactNode, use, useId } from "react";
import { Icon, type IconName } from "../icon/icon.tsx";
import { Kbd } from "../kbd.tsx";
import { UntilReady } from "../until-ready.tsx";

export type TabTile<Value extends string> = { value: Value; label: string; icon: IconName; kbd?: string };

/** Large tabs in a row, each with an icon and its key. Put a `TabPanel` for each value among the children. */
export function TabTiles<Value extends string>({
  label,
  tabs,
  value,
  onChange,
  onPick,
  className,
  children,
}: {
  label: string;
  tabs: readonly TabTile<Value>[];
  value: Value;
  onChange: (value: Value) => void;
  /** After a click of the mouse: the place to go on from the tile, which a keyboard would keep. */
  onPick?: () => void;
  className?: string;
  children: ReactNode;
}) {
  const id = useId();
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    if (event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return;
    const next = nextTab(
      event.key,
      tabs.findIndex((tab) => tab.value === value),
      tabs.length,
    );
    const tab = next === undefined ? undefined : tabs[next];
    if (!tab) return;
    event.preventDefault();
    onChange(tab.value);
    document.getElementById(tabId(id, tab.value))?.focus();
  };

  return (
    <TabContext value={{ id, value }}>
      <div className={className}>
        <UntilReady>
          <div role="tablist" aria-label={label} onKeyDown={onKeyDown} className={tileRowClass}>
            {tabs.map((tab) => {
              const isChosen = tab.value === value;
              return (
                <button
                  key={tab.value}
                  type="button"
                  role="tab"
                  id={tabId(id, tab.value)}
                  aria-selected={isChosen}
                  aria-controls={isChosen ? panelId(id) : undefined}
                  tabIndex={isChosen ? 0 : -1}
                  className={tileClass}
                  onClick={({ nativeEvent }) => {
                    if (!isChosen) onChange(tab.value);
                    if (isMouse(nativeEvent)) onPick?.();
                  }}
                >
                  <TileBody icon={tab.icon} label={tab.label} kbd={tab.kbd} />
                </button>
              );
            })}
          </div>
        </UntilReady>
        {children}
      </div>
    </TabContext>
  );
}

const TabContext = createContext({ id: "", value: "" });
const tabId = (id: string, value: string) => `${id}tab-${value}`;
const panelId = (id: string) => `${id}panel`;

const isMouse = (event: Event) => event instanceof PointerEvent && event.pointerType === "mouse";

/** The place that a key leads to from `here`, round the ends. */
function nextTab(key: string, here: number, count: number): number | undefined {
  if (key === "ArrowRight") return (here + 1) % count;
  if (key === "ArrowLeft") return (here + count - 1) % count;
  if (key === "Home") return 0;
  return key === "End" ? count - 1 : undefined;
}

/** What belongs to one tab. */
export function TabPanel({
  value,
  className,
  children,
}: {
  value: string;
  className?: string;
  children: ReactNode;
}) {
  const { id, value: shown } = use(TabContext);
  if (value !== shown) return null;
  return (
    <div
      role="tabpanel"
      id={panelId(id)}
      aria-labelledby={tabId(id, value)}
      tabIndex={-1}
      className={className}
    >
      {children}
    </div>
  );
}

type TileContent = { icon: IconName; label: string; kbd?: string | undefined };

/** The look of a tile for another element, such as a link or a tab. Put a `TileBody` inside. */
const tileClass =
  "group/tile flex h-12 min-w-0 items-center gap-2 rounded-md border border-field-line bg-field px-2.5 whitespace-nowrap text-muted no-underline hover:bg-hover hover:text-ink aria-selected:border-accent aria-selected:bg-accent-soft aria-selected:font-semibold aria-selected:text-ink aria-selected:inset-ring aria-selected:inset-ring-accent shut:cursor-not-allowed shut:border-line-strong shut:bg-sunken shut:text-faint max-[44rem]:h-16 max-[44rem]:flex-col max-[44rem]:justify-center max-[44rem]:gap-1 max-[44rem]:px-0 max-[44rem]:text-12";

const tileRowClass = "grid auto-cols-auto grid-flow-col gap-1.5 max-[44rem]:auto-cols-fr sm:gap-2";

/** The key hint is for the eye alone, so that the accessible name is the label. */
function TileBody({ icon, label, kbd }: TileContent) {
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
