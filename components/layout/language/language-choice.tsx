"use client";

import { TextButton } from "#components/ui/button/text-button.tsx";
import { type Language, languageCookie, languages } from "#lib/language/languages.ts";
import { currentLanguage } from "#lib/language/t.ts";

/** The other languages, each in its own words. The page is loaded again in the chosen one. */
export function LanguageChoice() {
  const others = (Object.keys(languages) as Language[]).filter((language) => language !== currentLanguage()); // the keys of that table
  return others.map((language) => (
    <TextButton key={language} lang={language} onClick={() => choose(language)}>
      {languages[language]}
    </TextButton>
  ));
}

function choose(language: Language) {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing on plain HTTP
  document.cookie = `${languageCookie}=${language}; Path=/; Max-Age=31536000; SameSite=Lax`;
  window.location.reload();
}
