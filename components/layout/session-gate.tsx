"use client";

import { usePathname } from "next/navigation";
import { useLayoutEffect, useRef } from "react";
import { Button, ButtonBody, buttonClass } from "#components/ui/button.tsx";
import { Modal } from "#components/ui/modal.tsx";
import { Panel } from "#components/ui/panel.tsx";
import { paths } from "#lib/paths.ts";
import { announceSessionOver } from "#lib/session-over.ts";
import { Mark } from "./brand.tsx";
import { type Session, useSession } from "./use-session.ts";

/**
 * Hides the page and clears its card data when its session has ended or belongs to another user. Other text stays in the
 * hidden page and returns when the same user signs in again.
 */
export function SessionGate({ userId, name }: { userId: string; name: string }) {
  const session = useSession(userId);
  const isClosed = session.kind !== "ours";
  /** The focused element is hidden, so the next Tab goes to the first control here. */
  const main = useRef<HTMLElement>(null);
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
  return (
    // Modal, so that a dialog of the hidden page does not block it.
    <Modal
      onDismiss={stay}
      initialFocus={main}
      data-session-gate=""
      aria-label="Session"
      className="fixed inset-0 m-0 h-dvh max-h-none w-full max-w-none overflow-y-auto bg-canvas text-ink outline-none"
    >
      <main ref={main} tabIndex={-1} className="grid min-h-full place-items-center p-4 outline-none">
        <Panel className="w-full max-w-[26rem] p-6 max-sm:p-4">
          <Mark className="size-7" />
          <div role="alert" className="mt-4 grid gap-5">
            {session.kind === "over" ? <SignedOut /> : <OtherUser opener={name} session={session} />}
          </div>
        </Panel>
      </main>
    </Modal>
  );
}

/** Escape does nothing. */
function stay() {}

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

/** Not location.reload(), with which a browser restores what the other user typed. */
function reload() {
  window.location.replace(window.location.pathname + window.location.search);
}
