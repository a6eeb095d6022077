/** The languages of the console, by BCP 47 tag, each in its own words. Texts are English in the code; see t.ts. */
export const languages = { en: "English", es: "Español" } as const;

export type Language = keyof typeof languages;

export const isLanguage = (text: string | undefined): text is Language =>
  text !== undefined && Object.hasOwn(languages, text);

/** The language a person chose in this browser. */
export const languageCookie = "console.language";

/** The language of a request: the chosen one, else the first of the browser's that there is, else English. */
export function toLanguage(chosen: string | undefined, accepted = ""): Language {
  if (isLanguage(chosen)) return chosen;
  const asked = accepted.split(",").map((part) => part.split(";")[0]?.trim().split("-")[0]?.toLowerCase());
  return asked.find(isLanguage) ?? "en";
}
