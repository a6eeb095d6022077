"use client";

import { type ReactNode, useSyncExternalStore } from "react";

/** Shuts buttons until the page can hear a click. Fields stay open meanwhile: what is typed into them is kept. */
export function UntilReady({ children }: { children: ReactNode }) {
  const ready = useReady();
  return (
    <fieldset role="presentation" disabled={!ready} data-starting={!ready || undefined} className="contents">
      {children}
    </fieldset>
  );
}

/** False in the server's page, true once it has been brought to life. */
export function useReady(): boolean {
  return useSyncExternalStore(subscribeToNothing, isBrowser, isServer);
}

const subscribeToNothing = () => () => {};
const isBrowser = () => true;
const isServer = () => false;
