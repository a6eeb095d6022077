import { type PrintSettings, usualSettings } from "./copies.ts";
import { type PaperName, papers } from "./papers.ts";

/** How a workstation prints: its paper and settings, and how often it printed each receipt. Never a receipt's content. */

const paperItem = "receipt-paper";
const settingsItem = "receipt-settings";
const printsItem = "receipt-prints";
const maxKept = 200;

export type Prints = { count: number /** Epoch ms of the first print. */; firstAt: number };

export function readPaper(): PaperName {
  const name = read(paperItem);
  return name && Object.hasOwn(papers, name) ? (name as PaperName) : "80mm"; // hasOwn has looked
}

export function keepPaper(name: PaperName): void {
  write(paperItem, name);
}

export function readPrintSettings(): PrintSettings {
  try {
    const kept: unknown = JSON.parse(read(settingsItem) ?? "{}");
    const known = Object.entries(kept ?? {}).filter(
      ([name, value]) => name in usualSettings && typeof value === typeof usualSettings[name as "copies"],
    );
    return { ...usualSettings, ...Object.fromEntries(known) };
  } catch {
    return usualSettings;
  }
}

export function keepSettings(settings: PrintSettings): void {
  write(settingsItem, JSON.stringify(settings));
}

export function readPrintsOf(transactionKey: string): Prints | undefined {
  return readPrints().find(([key]) => key === transactionKey)?.[1];
}

/** Counts one more print and returns the new count. */
export function countPrint(transactionKey: string, at: number): Prints {
  const before = readPrintsOf(transactionKey);
  const prints = { count: (before?.count ?? 0) + 1, firstAt: before?.firstAt ?? at };
  const others = readPrints().filter(([key]) => key !== transactionKey);
  write(printsItem, JSON.stringify([[transactionKey, prints], ...others].slice(0, maxKept)));
  return prints;
}

function readPrints(): [string, Prints][] {
  try {
    const kept: unknown = JSON.parse(read(printsItem) ?? "[]");
    return Array.isArray(kept) ? kept.filter(isEntry) : [];
  } catch {
    return [];
  }
}

function isEntry(entry: unknown): entry is [string, Prints] {
  return (
    Array.isArray(entry) &&
    typeof entry[0] === "string" &&
    Number.isInteger(entry[1]?.count) &&
    Number.isFinite(entry[1]?.firstAt)
  );
}

/** A browser may block storage; then nothing is remembered. */
function read(item: string): string | null {
  try {
    return localStorage.getItem(item);
  } catch {
    return null;
  }
}

function write(item: string, text: string): void {
  try {
    localStorage.setItem(item, text);
  } catch {
    // Storage is blocked: only the print count is lost.
  }
}
