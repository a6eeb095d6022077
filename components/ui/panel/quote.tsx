import type { ReactNode } from "react";

/** Words under a small heading: what to say aloud, or what is for the clerk alone. */
export function Quote({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div>
      <h3 className="mb-1 text-13 text-muted">{title}</h3>
      <p className="text-18">{children}</p>
    </div>
  );
}
