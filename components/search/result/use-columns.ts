"use client";

import { useMemo, useSyncExternalStore } from "react";
import { type ColumnName, defaultColumns, readColumns } from "#lib/search/columns.ts";

const key = "transaction-columns";
const changed = "transaction-columns-changed";

/** The columns of the list and their order, kept in this browser. */
export function useColumns(): [readonly ColumnName[], (columns: readonly ColumnName[]) => void] {
  const stored = useSyncExternalStore(watch, read, () => "");
  const columns = useMemo(() => (stored ? readColumns(stored.split(",")) : defaultColumns), [stored]);
  return [columns, write];
}

function read(): string {
  try {
    return localStorage.getItem(key) ?? "";
  } catch {
    return "";
  }
}

function write(columns: readonly ColumnName[]): void {
  try {
    localStorage.setItem(key, columns.join(","));
  } catch {
    // A browser that keeps nothing shows the usual columns.
  }
  window.dispatchEvent(new Event(changed));
}

function watch(onChange: () => void): () => void {
  for (const name of [changed, "storage"]) window.addEventListener(name, onChange);
  return () => {
    for (const name of [changed, "storage"]) window.removeEventListener(name, onChange);
  };
}
