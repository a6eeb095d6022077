import type { ReactNode } from "react";

/** Coverage, age and time zone of what a page shows, under its last panel. */
export function FootNote({ children }: { children: ReactNode }) {
  return <p className="flex flex-wrap gap-x-4 gap-y-1 pt-2 text-12 text-faint print:hidden">{children}</p>;
}
