import type { ReactNode } from "react";

/** Words of a result under a small heading: what to say aloud, or what is for the clerk alone. */
export function Quote({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div>
      <h2 className="mb-1 text-13 text-muted">{title}</h2>
      <p className="text-18">{children}</p>
    </div>
  );
}
