"use client";

import { type ReactNode, useSyncExternalStore } from "react";

/** Disables buttons until the page is hydrated. Fields stay enabled, and what is typed into them is kept. */
export function UntilReady({ children }: { children: ReactNode }) {
  const ready = useReady();
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
