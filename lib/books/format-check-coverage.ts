import { countOf } from "../format/counts.ts";
import type { CheckCoverage } from "./coverage.ts";

/** How far returns are known: "3 checks still to be read", "51 checks read within the last day"; nothing without a check. */
export function formatCheckCoverage({ unread, read }: CheckCoverage): string | undefined {
  if (unread > 0) return `${countOf(unread, "check")} still to be read`;
  return read > 0 ? `${countOf(read, "check")} read within the last day` : undefined;
}
