import { toPlain } from "#lib/card-data/plain-text.ts";
import { isLuhnValid, isToken, normalizeToken } from "#lib/gateway/card-number.ts";
import { testCardNumbers, testChecks } from "#lib/gateway/test-cards.ts";
import { createKnownTexts } from "./known-texts.ts";

/** Replacements for secret numbers, the same for the same number throughout a session. */
export type StandIns = {
  /** Digits of a card number. */
  card(digits: string): string;
  /** The first digits of a card number. */
  prefix(digits: string): string;
  token(token: string): string;
  account(digits: string): string;
  /** The last four digits, as masked numbers show them, of a number that was replaced before. */
  ending(digits: string): string | undefined;
  holder(name: string): string;
  /** Replaces all numbers that were replaced before, wherever they are in a text. */
  inText(text: string): string;
};

/**
 * `own`: stand-ins in the requests of the replayed session. `given`: stand-ins in its replies. Neither is reused for another
 * number. A stand-in is never recognized by its form alone: a real number may have the same form.
 */
export function createStandIns(own: Iterable<string> = [], given: ReadonlySet<string> = new Set()): StandIns {
  const made = new Set(own);
  const cards = createSeries(made, given, cardStandIn);
  const tokens = createSeries(made, given, (_real, n) => `tokn-0000-0000-${`${n}`.padStart(4, "0")}`);
  const accounts = createSeries(made, given, accountStandIn);
  const prefixes = new Map<string, string>();
  const endings = new Map<string, string>();
  const holders = createKnownTexts();
  const learnEnding = (real: string, standIn: string) => {
    for (const one of [real, standIn])
      if (!endings.has(one.slice(-4))) endings.set(one.slice(-4), standIn.slice(-4));
  };
  const find = (digits: string) => cards.find(digits) ?? accounts.find(digits);
  const inNumbers = (number: string) =>
    find(number.replaceAll(/[ -]/g, "")) ?? number.replaceAll(/\d{5,}/g, (part) => find(part) ?? part);
  return {
    card: (digits) => {
      if (testCardNumbers.has(digits)) return digits;
      const standIn = cards.of(digits);
      learnEnding(digits, standIn);
      for (const length of [6, 7, 8])
        if (!prefixes.has(digits.slice(0, length)))
          prefixes.set(digits.slice(0, length), standIn.slice(0, length));
      return standIn;
    },
    prefix: (digits) => prefixes.get(digits) ?? digits,
    token: (token) => tokens.of(normalizeToken(token)),
    account: (digits) => {
      if (Object.hasOwn(testChecks.returnedAccounts, digits)) return digits;
      const standIn = accounts.of(digits);
      learnEnding(digits, standIn);
      return standIn;
    },
    ending: (digits) => endings.get(digits),
    holder: (name) => {
      holders.add(name, HOLDER);
      return HOLDER;
    },
    inText: (text) => {
      const known = replacePlain(text, /\d(?:[ -]?\d){4,}/g, inNumbers)
        .replaceAll(/[a-z0-9]{4}(?:-?[a-z0-9]{4}){3}/gi, (word) =>
          isToken(word) ? (tokens.find(normalizeToken(word)) ?? word) : word,
        )
        // A masked number ends like the number that was sent.
        .replaceAll(
          /(?<![xX*•])([xX*•]{2,}[ -]?)(\d{4})(?!\d)/g,
          (_masked, mask: string, last: string) => mask + (endings.get(last) ?? last),
        );
      return holders.replace(known);
    },
  };
}

/** Stand-ins for one kind of number, made in the order in which the numbers come. */
function createSeries(
  made: Set<string>,
  given: ReadonlySet<string>,
  make: (real: string, n: number) => string,
) {
  const known = new Map<string, string>();
  let n = 0;
  const next = (real: string) => {
    let standIn = make(real, ++n);
    while (standIn === real || known.has(standIn) || given.has(standIn)) standIn = make(real, ++n);
    known.set(real, standIn);
    made.add(standIn);
    return standIn;
  };
  return {
    find: (real: string) => known.get(real),
    of: (real: string) => known.get(real) ?? (made.has(real) ? real : next(real)),
  };
}

/** Replaces what a pattern finds in the text with the digits of every script as 0-9. */
function replacePlain(text: string, pattern: RegExp, replace: (found: string) => string): string {
  const plain = toPlain(text);
  let replaced = "";
  let rest = 0;
  for (const { 0: found, index } of plain.text.matchAll(pattern)) {
    const now = replace(found);
    if (now === found) continue;
    const { start, end } = plain.spanOf({ start: index, end: index + found.length });
    replaced += text.slice(rest, start) + now;
    rest = end;
  }
  return rest === 0 ? text : replaced + text.slice(rest);
}

const HOLDER = "Test Holder";

/** Whether a number has the form of a stand-in for a card: for comparing, not for masking. */
export const isCardStandIn = (digits: string): boolean =>
  /^[1-9]\d{3}0{5,}\d{2,5}$/.test(digits) && digits.length >= 12 && !testCardNumbers.has(digits);

/** The numbers of a recorded session that have the form of stand-ins. */
export function standInsIn(session: string): string[] {
  const numbers = (session.match(/\d(?:[ -]?\d){3,}/g) ?? []).map((number) => number.replaceAll(/[ -]/g, ""));
  return [
    ...numbers.filter((digits) => isCardStandIn(digits) || /^90+[1-9]\d*$/.test(digits)),
    ...(session.match(/tokn-0000-0000-\d{4,}/g) ?? []),
  ];
}

/** Four digits decide the brand; the rest is a counter and the check digit, valid where the real one is. */
function cardStandIn(digits: string, n: number): string {
  const stem = digits.slice(0, 4) + `${n}`.padStart(digits.length - 5, "0");
  const wanted = isLuhnValid(digits);
  const last = [..."0123456789"].find((digit) => isLuhnValid(stem + digit) === wanted) ?? "0";
  return stem + last;
}

/** Of the same length, at least four. */
const accountStandIn = (account: string, n: number) =>
  `9${`${n}`.padStart(Math.max(account.length, 4) - 1, "0")}`;
