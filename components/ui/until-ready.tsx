"use client";

import { type ReactNode, useSyncExternalStore } from "react";

/** Disables buttons until the page is hydrated, and what they do is `loaded`. Fields stay enabled, and what is typed into them is kept. */
export function UntilReady({ loaded = true, children }: { loaded?: boolean; children: ReactNode }) {
  const ready = useReady() && loaded;
  return (
    <fieldset role="presentation" disabled={!ready} data-starting={!ready || undefined} className="contents">
      {children}
    </fieldset>
  );
}

/** False in the server's HTML, true after hydration. */
export function useReady(): boolean {
  return useSyncExternalStore(subscribeToNothing, isBrowser, isServer);
}

const subscribeToNothing = () => () => {};
const isBrowser = () => true;
const isServer = () => false;
