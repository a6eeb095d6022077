import { t } from "#lib/language/t.ts";
import { countOf } from "../format/counts.ts";
import type { CheckCoverage } from "./coverage.ts";

/** How far returns are known: "3 checks still to be read", "51 checks read within the last day"; nothing without a check. */
export function formatCheckCoverage({ unread, read }: CheckCoverage): string | undefined {
  if (unread > 0) return t("{checks} still to be read", { checks: countOf(unread, "check") });
  return read > 0 ? t("{checks} read within the last day", { checks: countOf(read, "check") }) : undefined;
}
