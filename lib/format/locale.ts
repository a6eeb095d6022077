import { currentLanguage } from "#lib/language/t.ts";

/**
 * The locale of dates, times, numbers and money: one for the merchant that a console serves, so it is set once per
 * process or page and read by every formatter. Days have their words in the language of the page.
 */
export const merchantLocale = (): string => shared()[key] ?? defaultLocale;

export const defaultLocale = "en-US";

/** Set by the settings on the server, by the merchant context in the browser, and by the page in its worker. */
export function setMerchantLocale(locale: string): void {
  shared()[key] = locale;
}

const key = Symbol.for("merchant-console.locale");

/** globalThis: the build may contain this module more than once. */
const shared = () => globalThis as typeof globalThis & { [key]?: string };

/** The tag of a locale that has formats for dates and numbers here, in its usual spelling; undefined for any other text. */
export function toLocale(text: string): string | undefined {
  try {
    const [dated] = Intl.DateTimeFormat.supportedLocalesOf(text);
    return dated && Intl.NumberFormat.supportedLocalesOf(dated)[0];
  } catch {
    return undefined;
  }
}

/** A format of the merchant's locale, with Western digits and calendar: what is typed and sent has them too. */
export function dateFormat(options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const language = currentLanguage();
  const hasWords =
    options.month !== undefined || options.weekday !== undefined || options.dateStyle !== undefined;
  const locale = hasWords && language !== "en" ? withLanguage(merchantLocale(), language) : merchantLocale();
  return cached(dateFormats, locale, options, () => {
    const western = { calendar: "gregory", numberingSystem: "latn" } as const;
    return new Intl.DateTimeFormat(locale, { ...options, ...western });
  });
}

export function numberFormat(options: Intl.NumberFormatOptions): Intl.NumberFormat {
  const locale = merchantLocale();
  return cached(
    numberFormats,
    locale,
    options,
    () => new Intl.NumberFormat(locale, { ...options, numberingSystem: "latn" }),
  );
}

/** "en-US" in Spanish is "es-US": the words of the language, the order and the clock of the region. */
const withLanguage = (locale: string, language: string) => new Intl.Locale(locale, { language }).toString();

function cached<Format>(formats: Map<string, Format>, locale: string, options: object, create: () => Format) {
  const name = `${locale} ${JSON.stringify(options)}`;
  const known = formats.get(name);
  if (known) return known;
  const format = create();
  formats.set(name, format);
  return format;
}

/** Cached, since creating a format costs far more than using it. */
const dateFormats = new Map<string, Intl.DateTimeFormat>();
const numberFormats = new Map<string, Intl.NumberFormat>();
