import type { Metadata, Viewport } from "next";
import { cookies } from "next/headers";
import type { ReactNode } from "react";
import { Providers } from "#components/layout/providers.tsx";
import { themeCookie, toTheme } from "#components/layout/theme.ts";
import "./globals.css";

export const metadata: Metadata = {
  title: { template: "%s · Merchant Console", default: "Merchant Console" },
  icons: { icon: { url: "/mark.svg", type: "image/svg+xml" } },
};

export const viewport: Viewport = { width: "device-width", initialScale: 1, colorScheme: "light dark" };

/** The page itself. A chosen theme comes from its cookie, so that the first paint is right without a script. */
export default async function RootLayout({ children }: { children: ReactNode }) {
  const jar = await cookies();
  return (
    <html lang="en" data-theme={toTheme(jar.get(themeCookie)?.value)}>
      <body>
        <Providers>{children}</Providers>
      </body>
    </html>
  );
}
