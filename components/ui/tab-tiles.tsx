"use client";

import { createContext, type KeyboardEvent, type ReactNode, use, useId } from "react";
import type { IconName } from "./icon.tsx";
import { TileBody, tileClass, tileRowClass } from "./tile.tsx";
import { UntilReady } from "./until-ready.tsx";

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
