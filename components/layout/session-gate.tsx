"use client";

import { usePathname } from "next/navigation";
import { useLayoutEffect } from "react";
import { createPortal } from "react-dom";
import { Button, ButtonBody, buttonClass } from "#components/ui/button.tsx";
import { Panel } from "#components/ui/panel.tsx";
import { paths } from "#lib/paths.ts";
import { announceSessionOver } from "#lib/session-over.ts";
import { Mark } from "./brand.tsx";
import { type Session, useSession } from "./use-session.ts";

/**
 * Takes the page off the screen when its session has ended or became someone else's, and card data out of its fields.
 * Other text stays in the hidden page: it returns when the same person signs in again.
 */
export function SessionGate({ userId, name }: { userId: string; name: string }) {
  const session = useSession(userId);
  const isClosed = session.kind !== "ours";
  useLayoutEffect(() => {
    if (!isClosed) return;
    document.documentElement.dataset.session = "over";
    announceSessionOver();
    window.addEventListener("keydown", keepFromPage, true);
    return () => {
      delete document.documentElement.dataset.session;
      window.removeEventListener("keydown", keepFromPage, true);
    };
  }, [isClosed]);

  if (!isClosed) return null;
  return createPortal(
    <main
      ref={focus}
      tabIndex={-1}
      data-session-gate=""
      className="outline-none grid min-h-dvh place-items-center bg-canvas p-4"
    >
      <Panel className="w-full max-w-[26rem] p-6 max-sm:p-4">
        <Mark className="size-7" />
        <div role="alert" className="mt-4 grid gap-5">
          {session.kind === "over" ? <SignedOut /> : <OtherUser opener={name} session={session} />}
        </div>
      </Panel>
    </main>,
    document.body,
  );
}

/** What had the focus is hidden: the next Tab reaches the first way on. */
function focus(element: HTMLElement | null) {
  element?.focus();
}

/** The shortcuts of the hidden page must not act. */
function keepFromPage(event: KeyboardEvent) {
  const inGate = event.target instanceof Element && event.target.closest("[data-session-gate]");
  if (!inGate) event.stopImmediatePropagation();
}

function SignedOut() {
  const signIn = paths.signIn(usePathname());
  return (
    <>
      <div className="grid gap-2">
        <h1 className="text-20">You are signed out</h1>
        <p className="text-muted">
          This page is hidden and its card data was cleared. Other text you typed is kept in this tab and
          returns when you sign in again.
        </p>
      </div>
      <div className="grid gap-2">
        <a
          href={signIn}
          target="_blank"
          rel="noopener opener"
          className={buttonClass({ variant: "primary", size: "l", block: true })}
        >
          <ButtonBody variant="primary">Sign in in a new tab</ButtonBody>
        </a>
        <a href={signIn} className={buttonClass({ block: true })}>
          <ButtonBody>Discard this page</ButtonBody>
        </a>
      </div>
    </>
  );
}

function OtherUser({ opener, session }: { opener: string; session: Extract<Session, { kind: "other" }> }) {
  return (
    <>
      <div className="grid gap-2">
        <h1 className="text-20">This page was opened by {opener}</h1>
        <p className="text-muted">
          You are now signed in as {session.name}. The page is hidden and its card data was cleared. Reload to
          continue.
        </p>
      </div>
      <Button variant="primary" size="l" block onClick={reload}>
        Reload
      </Button>
    </>
  );
}

/** Not location.reload(), with which a browser fills in again what the other person had typed. */
function reload() {
  window.location.replace(window.location.pathname + window.location.search);
}
