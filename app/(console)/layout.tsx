import type { ReactNode } from "react";
import { requireUser } from "#server/auth/require-user.ts";
import { ConsoleFrame } from "./console-frame.tsx";

/** The frame of the console. Each page checks its own right, since a layout does not rerun between pages. */
export default async function ConsoleLayout({ children }: { children: ReactNode }) {
  return <ConsoleFrame user={await requireUser()}>{children}</ConsoleFrame>;
}
