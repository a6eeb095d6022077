"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useRef, useState } from "react";
import { t } from "#lib/language/t.ts";
import { readWhole, type WholeProgress, type WholeRead } from "./read-whole.ts";

type Source<Item> = Omit<Parameters<typeof readWhole<Item>>[0], "onProgress" | "pause"> & {
  /** Names the list in the browser's cache; another key is another list. */
  queryKey: readonly unknown[];
  /** How long a list that was read whole may be used again, in ms. */
  freshMs: number;
  pauseMs: number;
};

/** A list read whole on demand, with how far that is and why it failed. Leaving the page or the list ends the reading. */
export function useWhole<Item>(source: Source<Item>) {
  const client = useQueryClient();
  const name = JSON.stringify(source.queryKey);
  const [state, setState] = useState<State<Item>>({ name });
  const abort = useRef<AbortController>(undefined);
  const latest = useRef(source);
  useEffect(() => {
    latest.current = source;
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: another list ends the reading of this one
  useEffect(() => () => abort.current?.abort(), [name]);

  const load = useCallback(async (): Promise<Item[] | undefined> => {
    abort.current?.abort();
    const own = new AbortController();
    abort.current = own;
    const { queryKey, freshMs, pauseMs, ...rest } = latest.current;
    const show = (next: Omit<State<Item>, "name">) => {
      // Rows that are on the page stay there while they are read again.
      if (!own.signal.aborted)
        setState((before) => ({ ...(before.name === name && { items: before.items }), name, ...next }));
    };
    try {
      const known = client.getQueryState<WholeRead<Item>>(queryKey);
      const fresh =
        known?.data?.kind === "whole" && !known.isInvalidated && Date.now() - known.dataUpdatedAt < freshMs;
      const whole =
        fresh && known.data
          ? known.data
          : await readWhole<Item>({
              ...rest,
              onProgress: (progress) => show({ progress }),
              pause: () => sleep(pauseMs, own.signal),
            });
      if (own.signal.aborted) return undefined;
      if (whole.kind === "failed") {
        show({ failed: whole.message });
        return undefined;
      }
      if (!fresh) client.setQueryData(queryKey, whole);
      show({ items: whole.items });
      return whole.items;
    } catch (error) {
      show({ failed: error instanceof Error ? error.message : t("The list could not be read.") });
      return undefined;
    }
  }, [client, name]);

  /** Ends the reading under way. */
  const cancel = useCallback(() => {
    abort.current?.abort();
    setState((before) => (before.name === name ? { name, items: before.items } : { name }));
  }, [name]);
  /** Goes back to the page as if nothing had been read. */
  const forget = useCallback(() => {
    abort.current?.abort();
    setState({ name });
  }, [name]);
  const own: State<Item> = state.name === name ? state : { name };
  return { items: own.items, progress: own.progress, failed: own.failed, load, cancel, forget };
}

type State<Item> = {
  name: string;
  items?: Item[] | undefined;
  progress?: WholeProgress;
  failed?: string;
};

function sleep(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener("abort", () => {
      clearTimeout(timer);
      reject(new Error("Canceled."));
    });
  });
}
