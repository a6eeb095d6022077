import type { ReactNode } from "react";

/** The buttons at the foot of a dialog that is a form. */
export const DialogButtons = ({ children }: { children: ReactNode }) => (
  <div className="flex flex-wrap items-center justify-end gap-3 max-sm:*:flex-auto">{children}</div>
);
