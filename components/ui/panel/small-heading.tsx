import type { ReactNode } from "react";

/** The quiet heading over a few lines or buttons. */
export function SmallHeading({
  as: Heading = "h3",
  id,
  children,
}: {
  /** `h2` where no other heading is between it and the title of the page. */
  as?: "h2" | "h3";
  id?: string;
  children: ReactNode;
}) {
  return (
    <Heading id={id} className="mb-2 text-13 text-muted">
      {children}
    </Heading>
  );
}
