"use client";

import { type ReactNode, type RefObject, useId } from "react";
import { cx } from "../cx.ts";
import { backdropClass, Modal } from "./modal.tsx";

const widths = { m: "sm:max-w-[480px]", l: "sm:max-w-[720px]" } as const;

/** Asks one question over the page: focus stays inside, Escape closes it, and focus goes back to where it was. */
export function Dialog({
  open,
  onOpenChange,
  title,
  description,
  size = "m",
  initialFocus,
  footer,
  children,
}: {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: ReactNode;
  description?: ReactNode;
  size?: keyof typeof widths;
  /** What takes the focus first; the first control when left out. */
  initialFocus?: RefObject<HTMLElement | null>;
  footer?: ReactNode;
  children?: ReactNode;
}) {
  const id = useId();
  if (!open) return null;
  return (
    <Modal
      onDismiss={() => onOpenChange(false)}
      initialFocus={initialFocus}
      aria-labelledby={`${id}title`}
      aria-describedby={description === undefined ? undefined : `${id}description`}
      className={backdropClass}
    >
      <div
        className={cx(
          "grid w-full content-start gap-5 rounded-lg border border-line-strong bg-surface p-4 shadow-menu sm:p-6",
          widths[size],
        )}
      >
        <div>
          <h2 id={`${id}title`} className="text-20">
            {title}
          </h2>
          {description !== undefined && (
            <p id={`${id}description`} className="text-muted">
              {description}
            </p>
          )}
        </div>
        {children}
        {footer && (
          <div className="flex flex-wrap items-center justify-end gap-3 max-sm:*:flex-auto">{footer}</div>
        )}
      </div>
    </Modal>
  );
}
