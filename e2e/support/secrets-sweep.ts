import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { testCards } from "#lib/gateway/test-cards.ts";

/** A secret in a file: `what` names it without repeating it. */
export type Finding = { file: string; what: string };

/** All files under a folder, as absolute paths. `leaveOut` gets a path relative to the folder. */
export function filesUnder(folder: string, leaveOut: (path: string) => boolean = () => false): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => !leaveOut(path.slice(folder.length + 1)));
}

/**
 * Looks through files, byte by byte, for every published test card number (bare, or with single spaces or hyphens
 * between its digits) and for these secrets.
 */
export function sweep(files: string[], secrets: Readonly<Record<string, string>> = {}): Finding[] {
  return files.flatMap((file) =>
    sweepText(readFileSync(file, "latin1"), secrets).map((what) => ({ file, what })),
  );
}

/** The distinct secrets in a text. */
export function sweepText(text: string, secrets: Readonly<Record<string, string>> = {}): string[] {
  const named = Object.entries(secrets).filter(([, secret]) => text.includes(secret));
  const runs = text.match(DIGIT_RUN)?.map((run) => run.replace(/[ -]/g, "")) ?? [];
  const cards = testCards.filter(({ number }) => runs.some((run) => run.includes(number)));
  return [
    ...named.map(([name]) => name),
    ...cards.map(({ number, name }) => `card …${number.slice(-4)} (${name})`),
  ];
}

const DIGIT_RUN = /\d(?:[ -]?\d){14,}/g;
