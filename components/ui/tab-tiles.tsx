"use client";

import { Tabs } from "@base-ui/react/tabs";
import type { ReactNode } from "react";
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
  return (
    <Tabs.Root value={value} onValueChange={(next: Value) => onChange(next)} className={className}>
      <UntilReady>
        <Tabs.List activateOnFocus aria-label={label} className={tileRowClass}>
          {tabs.map((tab) => (
            <Tabs.Tab
              key={tab.value}
              value={tab.value}
              className={tileClass}
              onClick={({ nativeEvent }) => isMouse(nativeEvent) && onPick?.()}
            >
              <TileBody icon={tab.icon} label={tab.label} kbd={tab.kbd} />
            </Tabs.Tab>
          ))}
        </Tabs.List>
      </UntilReady>
      {children}
    </Tabs.Root>
  );
}

const isMouse = (event: Event) => event instanceof PointerEvent && event.pointerType === "mouse";

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
  return (
    <Tabs.Panel value={value} tabIndex={-1} className={className}>
      {children}
    </Tabs.Panel>
  );
}
