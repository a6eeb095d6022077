import { env } from "#server/env.ts";
import { findOpen } from "./shifts.ts";

/** Why cash can't be taken at a drawer by the settings; undefined when it can, if need be outside a shift. */
export async function drawerProblem(
  drawer: string | undefined,
  isRequired = env().drawerRequired,
): Promise<string | undefined> {
  const isOpen = drawer !== undefined && (await findOpen(drawer));
  return isRequired && !isOpen ? noShiftText(drawer) : undefined;
}

const noShiftText = (drawer: string | undefined) =>
  drawer === undefined
    ? "This workstation has no cash drawer. Nothing was recorded: choose one under Cash drawer, then take the cash."
    : `${drawer} is not open. Nothing was recorded: open it under Cash drawer, then take the cash.`;

/** No shift is open for cash that needs one: it may have been counted a moment ago. */
export class NoShift extends Error {
  constructor(drawer: string | undefined) {
    super(noShiftText(drawer));
  }
}
