"use client";

import { useState } from "react";
import { TextButton } from "#components/ui/button/text-button.tsx";
import { keysOf } from "#lib/keys-of.ts";
import { type Language, languageCookie, languages, personLanguageCookie } from "#lib/language/languages.ts";
import { currentLanguage, t } from "#lib/language/t.ts";
import { chooseLanguage } from "#server/actions/language.ts";
import "../session/send-page-user.ts";

/**
 * The other languages, each in its own words. The page is loaded again in the chosen one, which is kept with the person the
 * page was made for, and before a sign-in in the browser.
 */
export function LanguageChoice({ signedIn = false }: { signedIn?: boolean }) {
  const [failed, setFailed] = useState(false);
  const others = keysOf(languages).filter((language) => language !== currentLanguage());

  async function choose(language: Language) {
    if (signedIn) {
      const kept = await chooseLanguage(language).catch(() => undefined);
      if (!kept?.ok) return setFailed(true);
    } else chooseInBrowser(language);
    window.location.reload();
  }

  return (
    <>
      {others.map((language) => (
        <TextButton key={language} lang={language} onClick={() => choose(language)}>
          {languages[language]}
        </TextButton>
      ))}
      {failed && <span role="alert">{t("The language was not saved. Reload the page and try again.")}</span>}
    </>
  );
}

/** The last person's goes, so that the choice is seen at once. */
function chooseInBrowser(language: Language) {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing on plain HTTP
  document.cookie = `${languageCookie}=${language}; Path=/; Max-Age=31536000; SameSite=Lax`;
  // biome-ignore lint/suspicious/noDocumentCookie: as above
  document.cookie = `${personLanguageCookie}=; Path=/; Max-Age=0; SameSite=Lax`;
}
