import type { ReactNode } from "react";
import { requireUser } from "#server/auth/require-user.ts";
import { ConsoleFrame } from "./console-frame.tsx";

/** The frame of the console. Each page asks for its own right: this one is not run again on the way between pages. */
export default async function ConsoleLayout({ children }: { children: ReactNode }) {
  return <ConsoleFrame user={await requireUser()}>{children}</ConsoleFrame>;
}
