"use client";

import { cloneElement, type KeyboardEvent, type ReactElement, type ReactNode } from "react";
import { Icon } from "../icon/icon.tsx";
import { usePopup } from "./use-popup.ts";

/** A menu that opens from a button. `trigger` is the button element; items are the children. */
export function Menu({ trigger, children }: { trigger: ReactElement; children: ReactNode }) {
  const menu = usePopup<HTMLDivElement>({
    focusIn: (popup) => (chosenIn(popup) ?? itemsIn(popup)[0])?.focus(),
  });

  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    menu.popup.onKeyDown(event);
    if (event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey) return;
    // A key in the menu must not trigger the page's shortcuts.
    event.stopPropagation();
    if (event.key === "Tab") return menu.close();
    const next = nextItem(event.key, itemsIn(event.currentTarget));
    if (!next) return;
    event.preventDefault();
    next.focus();
  };

  return (
    <>
      {cloneElement(trigger, {
        ...menu.trigger,
        "aria-haspopup": "menu",
        onKeyDown: (event: KeyboardEvent) => {
          if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
          event.preventDefault();
          menu.open();
        },
      } as object)}
      <div
        {...menu.popup}
        role="menu"
        aria-labelledby={menu.trigger.id}
        onKeyDown={onKeyDown}
        onClick={(event) => {
          if (event.target instanceof Element && event.target.closest(itemSelector)) menu.close();
        }}
        className="fixed m-0 max-w-[min(360px,calc(100vw-32px))] min-w-48 overflow-y-auto rounded-lg border border-line-strong bg-surface p-1 text-ink shadow-menu outline-none print:hidden"
      >
        {menu.isOpen && children}
      </div>
    </>
  );
}

const itemSelector = "[role=menuitemradio]";
const itemsIn = (menu: Element) => [...menu.querySelectorAll<HTMLElement>(`${itemSelector}:enabled`)];
const chosenIn = (menu: Element) => itemsIn(menu).find((item) => item.ariaChecked === "true");

/** The item a key moves to: arrows wrap around, a letter goes to the next item that begins with it. */
function nextItem(key: string, items: readonly HTMLElement[]): HTMLElement | undefined {
  const here = items.indexOf(document.activeElement as HTMLElement); // -1 for any other element
  if (key === "ArrowDown") return items[(here + 1) % items.length];
  if (key === "ArrowUp") return items.at(here <= 0 ? -1 : here - 1);
  if (key === "Home") return items[0];
  if (key === "End") return items.at(-1);
  if (key.length !== 1 || key === " ") return undefined;
  return [...items.slice(here + 1), ...items].find((item) =>
    item.textContent?.toLowerCase().startsWith(key.toLowerCase()),
  );
}

/** One of several options; the chosen one has a tick and a background. */
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
    // biome-ignore lint/a11y/useSemanticElements: a menu holds no fieldset
    <div role="group" aria-label={label}>
      {options.map((option) => (
        <button
          key={option.value}
          type="button"
          role="menuitemradio"
          aria-checked={option.value === value}
          tabIndex={-1}
          disabled={option.disabled}
          onClick={() => onChange(option.value)}
          className="flex w-full cursor-pointer items-start gap-3 rounded-md px-3 py-2 text-left text-ink outline-none select-none hover:bg-hover focus:bg-hover focus-visible:outline-2 focus-visible:-outline-offset-2 focus-visible:outline-focus disabled:cursor-not-allowed disabled:text-faint aria-checked:bg-hover max-sm:min-h-11 *:[svg]:mt-0.5"
        >
          <span className="grid min-w-0 flex-1">
            <span>{option.label}</span>
            {option.note !== undefined && <span className="text-13 text-muted">{option.note}</span>}
          </span>
          {option.value === value && <Icon name="tick" className="text-accent" />}
        </button>
      ))}
    </div>
  );
}
