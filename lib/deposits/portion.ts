import { t, translated } from "#lib/language/t.ts";
import { daysFrom } from "../business-day.ts";
import { formatDay } from "../format/dates.ts";
import { bankingDaysAfter } from "./banking-days.ts";
import { type FundingRules, feeOf, isFeeKnown } from "./funding-rules.ts";

/**
 * The parts of a closed batch that reach the bank by different ways. Cash is banked over the counter, when someone takes
 * it there: it is never expected, but can be matched by hand.
 */
export type PortionPart = "cards" | "amex" | "checks" | "cash";

export const partLabels = translated("*", {
  cards: "cards",
  amex: "American Express",
  checks: "checks",
  cash: "cash",
} as const satisfies Record<PortionPart, string>);

/** A part of a closed batch in one currency, or the checks of a business day, which are in no batch. */
export type Portion = {
  /** Of checks in no batch: `checksOf` their day. */
  batchKey: string;
  /** What one calls the batch. */
  batchName: string;
  part: PortionPart;
  /** Letters by ISO 4217. */
  currency: string;
  /** Sales less refunds, in cents; negative where more was refunded. */
  cents: number;
  salesCents: number;
  salesCount: number;
  /** How many transactions count in it. */
  count: number;
  /** The day on which the batch closed, in the merchant's zone. */
  closedDay: string;
  /** Epoch ms. */
  closedAt: number;
};

/** The batch key of checks that are in no batch: they are expected together, by business day. */
export const checksOf = (day: string) => `checks ${day}`;

/** The business day of checks in no batch; undefined for a batch. */
export const checkDayOf = (batchKey: string): string | undefined =>
  /^checks (\d{4}-\d{2}-\d{2})$/.exec(batchKey)?.[1];

/** "Batch 2183, cards", or "Checks of Nov 20". */
export function portionLabel({
  batchKey,
  batchName,
  part,
}: Pick<Portion, "batchKey" | "batchName" | "part">) {
  const day = checkDayOf(batchKey);
  return day === undefined
    ? t("Batch {batchName}, {part}", { batchName, part: partLabels[part] })
    : t("Checks of {day}", { day: formatDay(day, { year: false }) });
}

export type PortionId = string;

/** One claim is possible for each. */
export const portionId = ({
  batchKey,
  part,
  currency,
}: Pick<Portion, "batchKey" | "part" | "currency">): PortionId => `${batchKey} ${part} ${currency}`;

/** The part that an id is of. */
export const partIn = (id: PortionId) => id.split(" ").at(-2) as PortionPart; // made by portionId

export const isCardPart = (part: PortionPart) => part === "cards" || part === "amex";

/** The fee that the processor keeps from this part, in cents: 0 where fees are separate or not known in advance. */
export const keptFee = (rules: FundingRules, portion: Portion) =>
  rules.fees === "net" && isFeeKnown(rules) && isCardPart(portion.part) ? feeOf(rules, portion) : 0;

/** The banking day by which a part is due; undefined for cash, which is never deposited by the processor. */
export function dueDay(rules: FundingRules, portion: Pick<Portion, "part" | "closedDay">) {
  return portion.part === "cash" ? undefined : bankingDaysAfter(portion.closedDay, daysOf(rules, portion));
}

const daysOf = (rules: FundingRules, { part }: Pick<Portion, "part">) =>
  part === "checks" ? rules.checkDays : rules.cardDays;

/** The first day on which a deposit may pay this part: the one after its close, which is mostly after the bank's hours. */
export const firstDay = (rules: FundingRules, portion: Pick<Portion, "part" | "closedDay">): string =>
  daysOf(rules, portion) === 0 ? portion.closedDay : daysFrom(portion.closedDay, 1);

/** The last day on which a deposit is taken for this part without being asked: some banking days after it is due. */
export function lastDay(
  rules: FundingRules,
  portion: Pick<Portion, "part" | "closedDay">,
): string | undefined {
  const due = dueDay(rules, portion);
  return due && bankingDaysAfter(due, GRACE_DAYS);
}

const GRACE_DAYS = 3;
