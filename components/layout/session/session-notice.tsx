"use client";

import { usePathname } from "next/navigation";
import { Button, ButtonBody, buttonClass } from "#components/ui/button/button.tsx";
import { Panel } from "#components/ui/panel/panel.tsx";
import { t } from "#lib/language/t.ts";
import { paths } from "#lib/paths.ts";
import { forgetTyped } from "#lib/session/typed.ts";
import { Mark } from "../navigation/brand.tsx";
import { LockedPanel } from "./locked-panel.tsx";
import type { Session } from "./use-session.ts";

type OtherSession = Extract<Session, { kind: "other" }>;

/** What is shown over a page whose session is not that of its `opener` any more, and the way on. */
export function SessionNotice({
  opener,
  session,
  onUnlock,
}: {
  opener: string;
  session: Exclude<Session, { kind: "ours" }>;
  onUnlock: () => void;
}) {
  if (session.kind === "locked") return <LockedPanel opener={opener} onUnlock={onUnlock} />;
  return (
    <Panel className="w-full max-w-[26rem] p-6 max-sm:p-4">
      <Mark className="size-7" />
      <div role="alert" className="mt-4 grid gap-5">
        {session.kind === "over" ? <SignedOut /> : <OtherUser opener={opener} session={session} />}
      </div>
    </Panel>
  );
}

function SignedOut() {
  const signIn = paths.signIn(usePathname());
  return (
    <>
      <div className="grid gap-2">
        <h1 className="text-20">{t("You are signed out")}</h1>
        <p className="text-muted">
          {t(
            "This page is hidden and its card data was cleared. Other text you typed is kept in this tab and returns when you sign in again.",
          )}
        </p>
      </div>
      <div className="grid gap-2">
        <a
          href={signIn}
          target="_blank"
          rel="noopener opener"
          className={buttonClass({ variant: "primary", size: "l", block: true })}
        >
          <ButtonBody variant="primary">{t("Sign in in a new tab")}</ButtonBody>
        </a>
        <a href={signIn} onClick={forgetTyped} className={buttonClass({ block: true })}>
          <ButtonBody>{t("Discard this page")}</ButtonBody>
        </a>
      </div>
    </>
  );
}

function OtherUser({ opener, session }: { opener: string; session: OtherSession }) {
  return (
    <>
      <div className="grid gap-2">
        <h1 className="text-20">{t("This page was opened by {opener}", { opener })}</h1>
        <p className="text-muted">
          {t(
            "You are now signed in as {name}. The page is hidden and its card data was cleared. Reload to continue.",
            { name: session.name },
          )}
        </p>
      </div>
      <Button variant="primary" size="l" block onClick={reload}>
        {t("Reload")}
      </Button>
    </>
  );
}

/** Not location.reload(), with which a browser restores what the other user typed. */
function reload() {
  window.location.replace(window.location.pathname + window.location.search);
}
