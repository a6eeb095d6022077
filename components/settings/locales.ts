/** Locales to choose from; another one that the environment gives is added to them. */
export const locales = [
  "en-US",
  "en-CA",
  "en-GB",
  "en-AU",
  "en-IN",
  "es-MX",
  "es-US",
  "es-ES",
  "fr-CA",
  "fr-FR",
  "de-DE",
  "it-IT",
  "pt-BR",
  "ja-JP",
] as const;

const names = new Intl.DisplayNames("en", { type: "language", languageDisplay: "standard" });

/** "English (United States)". The words of the console stay English: only formats follow. */
export const localeLabel = (tag: string): string => names.of(tag) ?? tag;
