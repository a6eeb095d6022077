"use client";

import { Dialog as BaseDialog } from "@base-ui/react/dialog";
import type { ReactNode, RefObject } from "react";
import { cx } from "./cx.ts";

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
  return (
    <BaseDialog.Root open={open} onOpenChange={(next) => onOpenChange(next)}>
      <BaseDialog.Portal>
        <BaseDialog.Backdrop className="fixed inset-0 z-20 bg-backdrop print:hidden" />
        <BaseDialog.Viewport className="fixed inset-0 z-20 grid place-items-center overflow-y-auto p-4 print:hidden">
          <BaseDialog.Popup
            {...(initialFocus ? { initialFocus } : {})}
            className={cx(
              "grid w-full content-start gap-5 rounded-lg border border-line-strong bg-surface p-4 shadow-menu sm:p-6",
              widths[size],
            )}
          >
            <div>
              <BaseDialog.Title className="text-20">{title}</BaseDialog.Title>
              {description !== undefined && (
                <BaseDialog.Description className="text-muted">{description}</BaseDialog.Description>
              )}
            </div>
            {children}
            {footer && (
              <div className="flex flex-wrap items-center justify-end gap-3 max-sm:*:flex-auto">{footer}</div>
            )}
          </BaseDialog.Popup>
        </BaseDialog.Viewport>
      </BaseDialog.Portal>
    </BaseDialog.Root>
  );
}
