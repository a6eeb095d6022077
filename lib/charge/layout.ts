import type { Tender } from "../gateway/commands.ts";
import { type ChargeSection, chargeSections } from "./fields/sections.ts";
import { tenders } from "./fields/values.ts";

/** How a workstation keeps its charge form: the tender it took last, and the sections it leaves open. */
export type ChargeLayout = { tender: Tender; open: readonly ChargeSection[] };

/** The cookie that holds it, so that the first paint has it. It is no secret and names nobody. */
export const layoutCookie = "charge-layout";

export const printLayout = ({ tender, open }: ChargeLayout): string => [tender, ...open].join(".");

/** Anything unknown in the text is left out: a browser may hold that of another version. */
export function readLayout(text: string | undefined): ChargeLayout {
  const [first, ...rest] = (text ?? "").split(".");
  return {
    tender: tenders.find((tender) => tender === first) ?? "card",
    open: chargeSections.filter((section) => rest.includes(section)),
  };
}
