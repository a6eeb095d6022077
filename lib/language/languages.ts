/** The languages of the console, by BCP 47 tag, each in its own words. Texts are English in the code; see t.ts. */
export const languages = { en: "English", es: "Español" } as const;

export type Language = keyof typeof languages;

export const isLanguage = (text: string | undefined): text is Language =>
  text !== undefined && Object.hasOwn(languages, text);

/** The language that was chosen in this browser before a sign-in. */
export const languageCookie = "console.language";
/** The language of the person who is signed in, if they chose one. It precedes the browser's and goes at the sign-out. */
export const personLanguageCookie = "console.person-language";

/** The language of a request: the first of `chosen` that there is, else the first of the browser's, else English. */
export function toLanguage(chosen: readonly (string | undefined)[], accepted = ""): Language {
  const first = chosen.find(isLanguage);
  if (first) return first;
  const asked = accepted.split(",").map((part) => part.split(";")[0]?.trim().split("-")[0]?.toLowerCase());
  return asked.find(isLanguage) ?? "en";
}
