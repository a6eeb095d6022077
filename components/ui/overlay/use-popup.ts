import { type KeyboardEvent, type ToggleEvent, useCallback, useEffect, useId, useRef, useState } from "react";
import { flushSync } from "react-dom";

/** Between the button and what opens from it, in px. */
const gap = 4;
/** Between what opens and the edge of the window. */
const margin = 8;

/**
 * What opens from a button, over everything and without shutting the page: the browser's own popover, which Escape and
 * a press elsewhere close. `trigger` and `popup` are for the two elements; the popup's children belong to the page only
 * while it `isOpen`. The popup opens below the button, at its start or end, or above it if there is no room.
 */
export function usePopup<Popup extends HTMLElement>({
  align = "start",
  focusIn,
}: {
  align?: "start" | "end";
  /** Puts the focus into the popup once it is open. */
  focusIn: (popup: Popup) => void;
}) {
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  const trigger = useRef<HTMLButtonElement>(null);
  const popup = useRef<Popup>(null);
  /** A press on the button closes the popup before it is a click, which must not open it again. */
  const wasOpen = useRef(false);

  const open = () => {
    if (!popup.current || !trigger.current) return;
    flushSync(() => setOpen(true));
    popup.current.showPopover();
    place(popup.current, trigger.current, align);
    focusIn(popup.current);
  };
  const close = useCallback(() => {
    popup.current?.hidePopover();
    trigger.current?.focus();
  }, []);
  useEffect(() => {
    const [element, button] = [popup.current, trigger.current];
    if (!isOpen || !element || !button) return;
    const follow = () => place(element, button, align);
    // What is loaded into it changes its size.
    const observer = new ResizeObserver(follow);
    observer.observe(element);
    const moves = ["scroll", "resize"];
    for (const move of moves) window.addEventListener(move, follow, true);
    return () => {
      observer.disconnect();
      for (const move of moves) window.removeEventListener(move, follow, true);
    };
  }, [isOpen, align]);

  return {
    isOpen,
    open,
    close,
    trigger: {
      ref: trigger,
      id: `${id}trigger`,
      "aria-expanded": isOpen,
      "aria-controls": isOpen ? id : undefined,
      onPointerDown: () => {
        wasOpen.current = isOpen;
      },
      onClick: () => {
        const closes = wasOpen.current || isOpen;
        wasOpen.current = false;
        if (closes) close();
        else open();
      },
    },
    popup: {
      ref: popup,
      id,
      popover: "auto",
      tabIndex: -1,
      onToggle: (event: ToggleEvent<Popup>) => {
        if (event.target === event.currentTarget && event.newState === "closed") setOpen(false);
      },
      onKeyDown: (event: KeyboardEvent<Popup>) => {
        if (event.key !== "Escape") return;
        event.preventDefault();
        event.stopPropagation();
        close();
      },
    },
  } as const;
}

function place(popup: HTMLElement, trigger: HTMLElement, align: "start" | "end"): void {
  const at = trigger.getBoundingClientRect();
  const { clientWidth: width, clientHeight: height } = document.documentElement;
  // Beside the edge it would be measured narrower than it can be.
  Object.assign(popup.style, { inset: "auto", left: "0" });
  const { offsetWidth } = popup;
  // Its whole height, also where it scrolls.
  const wholeHeight = popup.scrollHeight + popup.offsetHeight - popup.clientHeight;
  const below = height - at.bottom - gap - margin;
  const above = at.top - gap - margin;
  const isAbove = wholeHeight > below && above > below;
  const left = align === "start" ? at.left : at.right - offsetWidth;
  Object.assign(popup.style, {
    left: `${Math.max(margin, Math.min(left, width - offsetWidth - margin))}px`,
    top: `${isAbove ? Math.max(margin, at.top - gap - wholeHeight) : at.bottom + gap}px`,
    maxHeight: `${Math.max(isAbove ? above : below, 120)}px`,
  });
}
