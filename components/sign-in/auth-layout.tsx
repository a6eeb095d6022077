import type { ReactNode } from "react";
import { LanguageChoice } from "#components/layout/language/language-choice.tsx";
import { Mark, SandboxBadge } from "#components/layout/navigation/brand.tsx";
import { ThemeToggle } from "#components/layout/theme/theme-toggle.tsx";
import { Panel } from "#components/ui/panel/panel.tsx";
import { t } from "#lib/language/t.ts";

/** The page outside the console: its name, whether money is real, one card. */
export function AuthLayout({
  sandbox,
  title,
  sub,
  userId,
  children,
}: {
  sandbox: boolean;
  title: string;
  sub?: ReactNode;
  /** Whom the page was made for; undefined before a sign-in. */
  userId?: string;
  children: ReactNode;
}) {
  return (
    <main className="mx-auto grid min-h-[min(100vh,48rem)] max-w-[26rem] content-center gap-4 p-4">
      <div className="flex items-center justify-between">
        <span className="flex items-center gap-2.5 text-16 font-semibold">
          <Mark className="size-7" />
          {t("Merchant Console")}
        </span>
        {sandbox && <SandboxBadge />}
      </div>
      <Panel className="grid content-start gap-5 p-6 max-sm:p-4">
        <div>
          <h1 className="text-20">{title}</h1>
          {sub && <p className="text-muted">{sub}</p>}
        </div>
        {children}
      </Panel>
      <p className="flex justify-end gap-4 px-1 text-13">
        {/* Read by the request, see send-page-user.ts. */}
        {userId && <span hidden data-page-user={userId} />}
        <LanguageChoice signedIn={userId !== undefined} />
        <ThemeToggle words />
      </p>
    </main>
  );
}
