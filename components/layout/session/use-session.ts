import { useQueryClient } from "@tanstack/react-query";
import { usePathname, useRouter } from "next/navigation";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { liveState, SESSION_CHANGED } from "#lib/live/live-state.ts";
import { paths } from "#lib/paths.ts";
import type { SessionUser } from "#lib/session/page-user.ts";
import { lockWorkstation } from "./lock-requests.ts";

/** Whether the browser's session still belongs to this page's user. */
export type Session =
  | { kind: "ours" }
  | { kind: "locked" }
  | { kind: "over" }
  | { kind: "other"; name: string };

/** While the page is visible: a disabled user is signed out within this. */
const CHECK_MS = 1000;
/** While the live channel reports the end of a session, and in the background, so that the tab is hidden before the next look at it. */
const SLOW_CHECK_MS = 10_000;

/**
 * Checks whether the session is still that of `userId`: every second, in the background and while the live channel is up every 10 s, when the
 * channel reports a change, when a read of the page fails, when the tab is looked at again, and on the way to another page. A check that gets no answer changes nothing. `lock` hides the page at
 * once and is sent again until the console has locked the session; `unlock` is for when it took the password.
 */
export function useSession(userId: string): { session: Session; lock: () => void; unlock: () => void } {
  const [session, setSession] = useState<Session>({ kind: "ours" });
  const asking = useRef(false);
  const mustLock = useRef(false);
  /** Counts locks and unlocks: what was read before the last of them is out of date. */
  const turns = useRef(0);
  const locking = useRef<Promise<void>>(undefined);
  const router = useRouter();
  const path = usePathname();
  const queries = useQueryClient().getQueryCache();

  /** One at a time: a second one that arrives after the unlocking would lock the workstation again. */
  const sendLock = () => {
    const turn = turns.current;
    locking.current ??= lockWorkstation().then((isLocked) => {
      locking.current = undefined;
      if (isLocked && turn === turns.current) mustLock.current = false;
    });
    return locking.current;
  };

  const check = useEffectEvent(async () => {
    if (asking.current) return;
    asking.current = true;
    const turn = turns.current;
    if (mustLock.current) await sendLock();
    const found = await readSession(userId).catch(() => undefined);
    asking.current = false;
    if (turn !== turns.current || (mustLock.current && found?.kind === "ours")) return;
    if (!found || (found.kind === "ours" && session.kind === "ours")) return;
    setSession(found);
    // The role may have changed with the new sign-in.
    if (found.kind === "ours") router.refresh();
  });

  useEffect(() => {
    let checkedAt = Date.now();
    const onEvent = () => {
      checkedAt = Date.now();
      void check();
    };
    const timer = setInterval(() => {
      const isSlow = liveState.isUp || document.visibilityState !== "visible";
      if (!isSlow || Date.now() - checkedAt >= SLOW_CHECK_MS) onEvent();
    }, CHECK_MS);
    const unsubscribe = queries.subscribe((event) => {
      if (event.type === "updated" && /^(error|failed)$/.test(event.action.type)) onEvent();
    });
    const names = ["focus", "pageshow", SESSION_CHANGED];
    for (const name of names) window.addEventListener(name, onEvent);
    document.addEventListener("visibilitychange", onEvent);
    return () => {
      clearInterval(timer);
      unsubscribe();
      for (const name of names) window.removeEventListener(name, onEvent);
      document.removeEventListener("visibilitychange", onEvent);
    };
  }, [queries]);

  const shownPath = useRef(path);
  useEffect(() => {
    if (shownPath.current === path) return;
    shownPath.current = path;
    void check();
  }, [path]);

  const turnTo = (kind: "ours" | "locked") => {
    turns.current++;
    mustLock.current = kind === "locked";
    setSession({ kind });
  };
  const lock = () => {
    if (session.kind !== "ours") return;
    turnTo("locked");
    void sendLock();
  };
  const unlock = () => {
    turnTo("ours");
    router.refresh();
  };
  return { session, lock, unlock };
}

async function readSession(userId: string): Promise<Session | undefined> {
  const response = await fetch(paths.api.session(), { headers: { accept: "application/json" } });
  if (response.status === 401) return { kind: "over" };
  if (!response.ok) return undefined;
  const user = (await response.json()) as SessionUser; // our own route
  if (user.id !== userId) return { kind: "other", name: user.name };
  return { kind: user.isLocked ? "locked" : "ours" };
}
