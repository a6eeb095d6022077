"use client";

import { Menu as BaseMenu } from "@base-ui/react/menu";
import type { ReactElement, ReactNode } from "react";
import { cx } from "./cx.ts";
import { Icon } from "./icon.tsx";

/** A menu that opens from a button. `trigger` is the button element; items are the children. */
export function Menu({
  trigger,
  align = "start",
  side = "bottom",
  children,
}: {
  trigger: ReactElement;
  align?: "start" | "center" | "end";
  side?: "top" | "bottom";
  children: ReactNode;
}) {
  return (
    <BaseMenu.Root>
      <BaseMenu.Trigger render={trigger} />
      <BaseMenu.Portal>
        <BaseMenu.Positioner align={align} side={side} sideOffset={4} className="z-30 print:hidden">
          <BaseMenu.Popup className="max-h-(--available-height) max-w-[min(360px,calc(100vw-32px))] min-w-48 overflow-y-auto rounded-lg border border-line-strong bg-surface p-1 shadow-menu outline-none">
            {children}
          </BaseMenu.Popup>
        </BaseMenu.Positioner>
      </BaseMenu.Portal>
    </BaseMenu.Root>
  );
}

/** One of several ways; the chosen one has a tick and a ground. */
export function MenuChoice<Value extends string>({
  label,
  options,
  value,
  onChange,
}: {
  label: string;
  options: readonly { value: Value; label: string; note?: ReactNode; disabled?: boolean }[];
  value: Value;
  onChange: (value: Value) => void;
}) {
  return (
    <BaseMenu.RadioGroup aria-label={label} value={value} onValueChange={(next: Value) => onChange(next)}>
      {options.map((option) => (
        <BaseMenu.RadioItem
          key={option.value}
          value={option.value}
          disabled={option.disabled ?? false}
          closeOnClick
          className={cx(itemClass, "flex items-start gap-3 *:[svg]:mt-0.5 data-checked:bg-hover")}
        >
          <ItemText note={option.note}>{option.label}</ItemText>
          {option.value === value && <Icon name="tick" className="text-accent" />}
        </BaseMenu.RadioItem>
      ))}
    </BaseMenu.RadioGroup>
  );
}

function ItemText({ note, children }: { note: ReactNode; children: ReactNode }) {
  return (
    <span className="grid min-w-0 flex-1">
      <span>{children}</span>
      {note !== undefined && <span className="text-13 text-muted">{note}</span>}
    </span>
  );
}

const itemClass =
  "w-full cursor-pointer rounded-md px-3 py-2 text-left text-ink no-underline outline-none select-none data-highlighted:bg-hover data-disabled:cursor-not-allowed data-disabled:text-faint max-sm:min-h-11";
