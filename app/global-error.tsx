"use client";

import { t } from "#lib/language/t.ts";
import "./globals.css";

/** In place of everything when the frame of the pages itself broke, and on pages without an error page of their own. */
export default function GlobalError({ error }: { error: Error & { digest?: string } }) {
  return (
    <html lang="en">
      <body>
        <main className="mx-auto grid max-w-[26rem] gap-3 p-6">
          <h1 className="font-semibold text-lg">{t("This page could not be shown")}</h1>
          <p>
            {t(
              "Opening a page moves no money. If you were taking a payment, look for it under Transactions before you charge again.",
            )}
            {error.digest &&
              t(" If this happens again, report the number {digest}.", { digest: error.digest })}
          </p>
          <p>
            {/* Loads everything again: what broke may be the code that a link would need. */}
            <a href="/" className="underline">
              {t("Open the console")}
            </a>
          </p>
        </main>
      </body>
    </html>
  );
}
