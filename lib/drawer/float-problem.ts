import { formatMoney } from "../format/money.ts";
import { t } from "../language/t.ts";
import type { Comparison } from "./shift.ts";

/** Why this much can't be left as the next float of a counted drawer; undefined when it can. */
export function floatProblem(
  nextFloatCents: number,
  { countedCents, laterFloatCents }: Pick<Comparison, "countedCents" | "laterFloatCents">,
): string | undefined {
  if (nextFloatCents > countedCents)
    return t("Only {money} was counted.", { money: formatMoney(countedCents) });
  if (laterFloatCents !== undefined && nextFloatCents > laterFloatCents)
    return t("The next shift was opened with {money}: no more was left for it.", {
      money: formatMoney(laterFloatCents),
    });
  return undefined;
}
