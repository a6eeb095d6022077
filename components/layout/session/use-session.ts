import { useQueryClient } from "@tanstack/react-query";
import { usePathname, useRouter } from "next/navigation";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { paths } from "#lib/paths.ts";
import type { SessionUser } from "#lib/session/page-user.ts";

/** Whether the browser's session still belongs to this page's user. */
export type Session = { kind: "ours" } | { kind: "over" } | { kind: "other"; name: string };

/** Also while the tab is in the background, so that it is hidden before the next look at it. */
const CHECK_MS = 10_000;

/**
 * Checks whether the session is still that of `userId`: every 10 s, when a read of the page fails, when the tab is
 * looked at again, and on the way to another page. A check that gets no answer changes nothing.
 */
export function useSession(userId: string): Session {
  const [session, setSession] = useState<Session>({ kind: "ours" });
  const asking = useRef(false);
  const router = useRouter();
  const path = usePathname();
  const queries = useQueryClient().getQueryCache();

  const check = useEffectEvent(async () => {
    if (asking.current) return;
    asking.current = true;
    const found = await readSession(userId).catch(() => undefined);
    asking.current = false;
    if (!found || (found.kind === "ours" && session.kind === "ours")) return;
    setSession(found);
    // The role may have changed with the new sign-in.
    if (found.kind === "ours") router.refresh();
  });

  useEffect(() => {
    const onEvent = () => void check();
    const timer = setInterval(onEvent, CHECK_MS);
    const unsubscribe = queries.subscribe((event) => {
      if (event.type === "updated" && /^(error|failed)$/.test(event.action.type)) onEvent();
    });
    for (const name of ["focus", "pageshow"]) window.addEventListener(name, onEvent);
    document.addEventListener("visibilitychange", onEvent);
    return () => {
      clearInterval(timer);
      unsubscribe();
      for (const name of ["focus", "pageshow"]) window.removeEventListener(name, onEvent);
      document.removeEventListener("visibilitychange", onEvent);
    };
  }, [queries]);

  const shownPath = useRef(path);
  useEffect(() => {
    if (shownPath.current === path) return;
    shownPath.current = path;
    void check();
  }, [path]);

  return session;
}

async function readSession(userId: string): Promise<Session | undefined> {
  const response = await fetch(paths.api.session(), { headers: { accept: "application/json" } });
  if (response.status === 401) return { kind: "over" };
  if (!response.ok) return undefined;
  const user = (await response.json()) as SessionUser; // our own route
  return user.id === userId ? { kind: "ours" } : { kind: "other", name: user.name };
}
