"use client";

import { type ComponentProps, type RefObject, useEffect, useLayoutEffect, useRef } from "react";
import { createPortal } from "react-dom";

/** Of a `Modal` whose content is in the middle of the page. */
export const backdropClass =
  "fixed inset-0 m-0 h-dvh max-h-none w-full max-w-none place-items-center overflow-y-auto bg-backdrop p-4 text-ink outline-none backdrop:bg-transparent open:grid print:hidden";

/**
 * The browser's own modal dialog over the page, while it is rendered: focus stays inside and returns to where it was.
 * Escape, or a press beside the content, calls `onDismiss`; keep it rendered to ignore that. It covers the
 * whole window, so that what is longer scrolls; the content is its only child.
 */
export function Modal({
  onDismiss,
  initialFocus,
  children,
  ...rest
}: ComponentProps<"dialog"> & {
  onDismiss: () => void;
  /** What takes the focus first; the first control when left out. */
  initialFocus?: RefObject<HTMLElement | null> | undefined;
}) {
  const dialog = useRef<HTMLDialogElement>(null);
  const isPressedBeside = useRef(false);

  useLayoutEffect(() => {
    const element = dialog.current;
    const root = document.documentElement;
    // The page behind does not scroll (globals.css): where its scrollbar was stays free, or everything would move.
    if (window.innerWidth > root.clientWidth) root.style.scrollbarGutter = "stable";
    if (!element) return;
    // The browser would focus the first control, and a screen reader name it, before a form inside has set its own focus.
    const content = element.firstElementChild;
    content?.toggleAttribute("inert", true);
    element.showModal();
    element.focus();
    content?.toggleAttribute("inert", false);
    // Closed before it is removed, which restores the focus.
    return () => {
      element.close();
      if (!document.querySelector("dialog:modal")) root.style.scrollbarGutter = "";
    };
  }, []);
  // After the effects of what is inside.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it opens
  useEffect(() => {
    if (document.activeElement === dialog.current)
      (initialFocus?.current ?? firstControl(dialog.current))?.focus();
  }, []);

  return createPortal(
    <dialog
      {...rest}
      ref={dialog}
      tabIndex={-1}
      onKeyDown={(event) => {
        if (event.key !== "Escape" || event.defaultPrevented || event.nativeEvent.isComposing) return;
        // Otherwise the browser would always close the dialog.
        event.preventDefault();
        event.stopPropagation();
        onDismiss();
      }}
      onCancel={(event) => {
        if (event.target !== event.currentTarget) return;
        event.preventDefault();
        onDismiss();
      }}
      onClose={(event) => {
        const element = event.currentTarget;
        if (event.target !== element || element.open || !element.isConnected) return;
        // The browser closed it without a cancel event, as on a second back gesture on a phone.
        element.showModal();
        onDismiss();
      }}
      // A text selection may end beside the content.
      onPointerDown={(event) => {
        isPressedBeside.current = event.target === event.currentTarget;
      }}
      onClick={(event) => {
        // The second press of a double click that opened it.
        if (event.detail > 1) return;
        if (isPressedBeside.current && event.target === event.currentTarget) onDismiss();
      }}
    >
      {children}
    </dialog>,
    document.body,
  );
}

function firstControl(frame: HTMLElement | null): HTMLElement | undefined {
  const controls = frame?.querySelectorAll<HTMLElement>(
    ":is(input, select, textarea, button):enabled, a[href], summary",
  );
  return [...(controls ?? [])].find((control) => control.checkVisibility());
}
