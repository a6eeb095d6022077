"use client";

import type { ComponentProps, ReactNode } from "react";
import { HydratedButton } from "../button/hydrated-button.tsx";
import { cx } from "../cx.ts";
import { usePopup } from "./use-popup.ts";

/** A button, and what opens from it without shutting the page. `children` get the function that closes it. */
export function Popover({
  label,
  align,
  button,
  className,
  children,
}: {
  /** The accessible name of what opens. */
  label: string;
  align?: "start" | "end";
  button: ComponentProps<"button">;
  className?: string;
  children: (close: () => void) => ReactNode;
}) {
  const { isOpen, close, trigger, popup } = usePopup<HTMLDivElement>({
    ...(align && { align }),
    focusIn: (element) => (element.querySelector<HTMLElement>("[tabindex='0']") ?? element).focus(),
  });
  return (
    <>
      <HydratedButton {...button} {...trigger} aria-haspopup="dialog" />
      <div
        {...popup}
        role="dialog"
        aria-label={label}
        className={cx(
          "fixed m-0 overflow-y-auto rounded-lg border border-line-strong bg-surface text-ink shadow-menu outline-none print:hidden",
          className,
        )}
      >
        {isOpen && children(close)}
      </div>
    </>
  );
}
