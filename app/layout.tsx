import type { Metadata, Viewport } from "next";
import { cookies, headers } from "next/headers";
import type { ReactNode } from "react";
import { earlyKeys } from "#components/layout/shortcuts/early-keys.ts";
import { themeCookie, toTheme } from "#components/layout/theme/theme.ts";
import { translated } from "#lib/language/t.ts";
import { paths } from "#lib/paths.ts";
import { catalogScript } from "#server/language/catalog-script.ts";
import { requestLanguage } from "#server/language/request-language.ts";
import "./globals.css";

export const metadata: Metadata = translated(["default"], {
  title: { template: "%s · Merchant Console", default: "Merchant Console" },
  icons: { icon: { url: "/mark.svg", type: "image/svg+xml" } },
});

export const viewport: Viewport = { width: "device-width", initialScale: 1, colorScheme: "light dark" };

/** The page itself. A chosen theme comes from its cookie, so that the first paint is right without a script. */
export default async function RootLayout({ children }: { children: ReactNode }) {
  const jar = await cookies();
  const nonce = (await headers()).get("x-nonce") ?? undefined;
  const language = requestLanguage();
  const catalog = catalogScript(language);
  return (
    <html lang={language} data-theme={toTheme(jar.get(themeCookie)?.value)}>
      <body>
        {/* A browser hides the nonce from scripts, so React cannot compare it. */}
        <script
          nonce={nonce}
          suppressHydrationWarning
          // biome-ignore lint/security/noDangerouslySetInnerHtml: a constant of our own.
          dangerouslySetInnerHTML={{ __html: earlyKeys }}
        />
        {/* Not async: it is there before anything on the page reads a text. */}
        {catalog && (
          <script
            nonce={nonce}
            suppressHydrationWarning
            src={paths.api.language(language, catalog.version)}
          />
        )}
        {children}
      </body>
    </html>
  );
}
