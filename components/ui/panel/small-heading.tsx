import type { ReactNode } from "react";

/** The quiet heading over a few lines or buttons. */
export function SmallHeading({ id, children }: { id?: string; children: ReactNode }) {
  return (
    <h3 id={id} className="mb-2 text-13 text-muted">
      {children}
    </h3>
  );
}
