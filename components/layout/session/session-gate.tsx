"use client";

import { useEffect, useEffectEvent, useLayoutEffect, useRef } from "react";
import { onDemand, usePreload } from "#components/ui/on-demand.tsx";
import { Modal } from "#components/ui/overlay/modal.tsx";
import { t } from "#lib/language/t.ts";
import { announceSessionOver } from "#lib/session/session-over.ts";
import { onLockAsked } from "#lib/session/workstation-lock.ts";
import { useHotkeys } from "../shortcuts/use-hotkeys.ts";
import { useSession } from "./use-session.ts";

const IdleLock = onDemand(() => import("./idle-lock.tsx").then((module) => module.IdleLock));
const SessionNotice = onDemand(() => import("./session-notice.tsx").then((module) => module.SessionNotice));

/**
 * Hides the page and clears its card data when its session has ended, is locked or belongs to another user. Other text
 * stays in the hidden page and returns when the same user unlocks it or signs in again. Locks the workstation by key, by its
 * button, and when nobody uses it for `lockMinutes`.
 */
export function SessionGate({
  userId,
  name,
  lockMinutes,
}: {
  userId: string;
  name: string;
  lockMinutes: number;
}) {
  const { session, lock, unlock } = useSession(userId);
  usePreload(SessionNotice);
  const isClosed = session.kind !== "ours";
  const onAsked = useEffectEvent(lock);
  useEffect(() => onLockAsked(() => onAsked()), []);
  useHotkeys([{ keys: "shift+l", does: t("Lock workstation"), act: lock }], {
    group: t("Go to"),
    scope: "all",
  });
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

  if (!isClosed) return lockMinutes > 0 ? <IdleLock minutes={lockMinutes} /> : null;
  return (
    // Modal, so that a dialog of the hidden page does not block it.
    <Modal
      onDismiss={stay}
      initialFocus={main}
      data-session-gate=""
      aria-label={t("Session")}
      className="fixed inset-0 m-0 h-dvh max-h-none w-full max-w-none overflow-y-auto bg-canvas text-ink outline-none"
    >
      <main ref={main} tabIndex={-1} className="grid min-h-full place-items-center p-4 outline-none">
        <SessionNotice opener={name} session={session} onUnlock={unlock} />
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
