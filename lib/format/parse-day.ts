import { currentLanguage } from "#lib/language/t.ts";
import { dateFormat, merchantLocale } from "./locale.ts";

/**
 * Reads a typed day as "YYYY-MM-DD": that itself, numbers with the locale's separators in its order ("11/7/2026", month
 * first, in the United States), or with the month's name, in English too ("7 Nov 2026", "Nov 7, 2026"). Anything else,
 * or an invalid day: null.
 */
export function parseDay(text: string): string | null {
  const typed = text.trim().toLowerCase();
  const parts = readIso(typed) ?? readNumbers(typed) ?? readWords(typed);
  if (!parts) return null;
  const date = new Date(Date.UTC(parts.year, parts.month - 1, parts.day));
  if (date.getUTCMonth() !== parts.month - 1 || date.getUTCDate() !== parts.day) return null;
  return date.toISOString().slice(0, 10);
}

type Day = { year: number; month: number; day: number };

function readIso(text: string): Day | null {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text);
  return match ? { year: Number(match[1]), month: Number(match[2]), day: Number(match[3]) } : null;
}

function readNumbers(text: string): Day | null {
  const { isMonthFirst, separators } = notation();
  const numbers = text.match(/\d+/g) ?? [];
  const between = text.replace(/\d+/g, "");
  if (numbers.length !== 3 || ![...between].every((sign) => separators.has(sign))) return null;
  const year = numbers.find((number) => number.length === 4);
  const [first, second, third] = numbers.filter((number) => number !== year).map(Number);
  if (!first || !second) return null;
  const [month, day] = isMonthFirst ? [first, second] : [second, first];
  if (year) return third === undefined ? { year: Number(year), month, day } : null;
  // "11/7/26", as banks write it.
  return numbers[2]?.length === 2 && third !== undefined ? { year: 2000 + third, month, day } : null;
}

function readWords(text: string): Day | null {
  const { months, words } = notation();
  const numbers = text.match(/\d+/g) ?? [];
  const names = (text.replaceAll(".", "").match(/[\p{L}\p{M}]+/gu) ?? []).filter((word) => !words.has(word));
  const [name, ...others] = names;
  if (numbers.length !== 2 || !name || others.length > 0 || !/^[\d\p{L}\p{M}\s.,]+$/u.test(text)) return null;
  const year = numbers.find((number) => number.length === 4);
  const day = numbers.find((number) => number.length <= 2);
  const month = monthOf(name, months);
  return year && day && month ? { year: Number(year), month, day: Number(day) } : null;
}

/** 1 to 12, also for an unambiguous beginning of a name. */
function monthOf(word: string, months: readonly (readonly string[])[]): number | undefined {
  const isExact = months.findIndex((names) => names.includes(word)) + 1;
  if (isExact) return isExact;
  const matching = months.flatMap((names, at) =>
    names.some((name) => name.startsWith(word)) ? [at + 1] : [],
  );
  return word.length >= 3 && matching.length === 1 ? matching[0] : undefined;
}

type Notation = {
  isMonthFirst: boolean;
  /** Separators between the numbers of a day. */
  separators: ReadonlySet<string>;
  /** Words in a written day other than its month, such as "de". */
  words: ReadonlySet<string>;
  /** The names of each month, in lower case and without dots: the locale's, then the English ones. */
  months: readonly (readonly string[])[];
};

/** The date format of the locale. */
function notation(): Notation {
  const name = `${merchantLocale()} ${currentLanguage()}`;
  const known = notations.get(name);
  if (known) return known;
  const forms = [dateFormat({ ...dated, month: "numeric" }), dateFormat({ ...dated, month: "short" })];
  const [numeric = [], written = []] = forms.map((form) => form.formatToParts(Date.UTC(2026, 10, 20)));
  const order = numeric.map(({ type }) => type);
  const isWord = ({ type, value }: Intl.DateTimeFormatPart) => type !== "month" || /\d/.test(value);
  const signs = [...numeric, ...written].filter(isWord).map(({ value }) => value.toLowerCase());
  const found: Notation = {
    isMonthFirst: order.indexOf("month") < order.indexOf("day"),
    separators: new Set(`${signs.join("").replace(/\d/g, "")}, `),
    words: new Set(signs.flatMap((sign) => sign.match(/[\p{L}\p{M}]+/gu) ?? [])),
    months: englishMonths.map((english, month) => [
      ...new Set([...namesOf(month), english, english.slice(0, 3)]),
    ]),
  };
  notations.set(name, found);
  return found;
}

const notations = new Map<string, Notation>();
const dated = { day: "numeric", year: "numeric", timeZone: "UTC" } as const;

function namesOf(month: number): string[] {
  const at = Date.UTC(2026, month, 20);
  return [
    dateFormat({ ...dated, month: "short" }),
    dateFormat({ ...dated, month: "long" }),
    dateFormat({ month: "short", timeZone: "UTC" }),
    dateFormat({ month: "long", timeZone: "UTC" }),
  ].map((form) => {
    const name = form.formatToParts(at).find(({ type }) => type === "month")?.value ?? "";
    return name.toLowerCase().replace(/[^\p{L}\p{M}]/gu, "");
  });
}

const englishMonths = [
  ...["january", "february", "march", "april", "may", "june"],
  ...["july", "august", "september", "october", "november", "december"],
] as const;
