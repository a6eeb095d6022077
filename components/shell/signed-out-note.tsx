"use client";

import { useQueryClient } from "@tanstack/react-query";
import { usePathname } from "next/navigation";
import { useEffect, useRef, useState } from "react";
import { Note } from "#components/ui/note.tsx";
import { paths } from "#lib/paths.ts";
import { signedOutEvent } from "#lib/signed-out-event.ts";

/** Says that the session ended while the page was open. What is typed stays: one signs in beside it and goes on. */
export function SignedOutNote() {
  const signedOut = useSignedOut();
  const path = usePathname();
  useEffect(() => {
    if (signedOut) window.dispatchEvent(new Event(signedOutEvent));
  }, [signedOut]);
  if (!signedOut) return null;
  return (
    <div className="sticky top-0 z-20 bg-canvas px-4 pt-3 sm:px-6 print:hidden">
      <Note tone="warning" role="alert">
        <b>You are signed out.</b>{" "}
        {path.startsWith(paths.charge())
          ? "Card number and security code are cleared; everything else on this page stays."
          : "What is on this page stays."}{" "}
        <a href={paths.signIn(path)} target="_blank" rel="noopener opener">
          Sign in in a new tab
        </a>
        , then come back here and go on.
      </Note>
    </div>
  );
}

/**
 * Watches the page's own reads: when one fails, a look at a route that needs nothing but a session tells whether the
 * session is why. The first read that works again ends it.
 */
function useSignedOut(): boolean {
  const queries = useQueryClient().getQueryCache();
  const [signedOut, setSignedOut] = useState(false);
  const asking = useRef(false);

  useEffect(() => {
    return queries.subscribe((event) => {
      if (event.type !== "updated") return;
      if (event.action.type === "success" && !event.action.manual) setSignedOut(false);
      if (event.action.type !== "error" && event.action.type !== "failed") return;
      if (asking.current) return;
      asking.current = true;
      fetch(paths.api.gateway())
        .then((response) => setSignedOut(response.status === 401))
        .catch(() => undefined) // the network is down: that is no word about the session
        .finally(() => {
          asking.current = false;
        });
    });
  }, [queries]);

  return signedOut;
}
