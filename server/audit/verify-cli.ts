import { readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { countOf } from "#lib/format/counts.ts";
import { loadKeyringIfAny } from "#server/data-keys/keyring.ts";
import { openStoreOutside } from "#server/db/open-store-outside.ts";
import { SettingsError } from "#server/env.ts";
import type { AuditFault } from "#server/payments/attempts/attempt-audit.ts";
import { accountOf } from "#server/sql/account-of.ts";
import { readAnchor } from "./anchors.ts";
import type { AuditHead } from "./record.ts";
import { type AuditVerdict, verifyLog } from "./verify.ts";

const usage = `Usage: npm run audit:verify -- [--anchor POSITION:HASH …] [--anchors FILE]
An anchor is the head of the log as it was printed on a signed day or sent elsewhere. FILE holds one in each line, of any gateway
account: those that name none are of the main one.`;

/** Checks the audit log and prints a verdict for each thing that was checked. Exits with 1 when one of them failed. */
async function main(): Promise<void> {
  const store = openStoreOutside();
  try {
    await loadKeyringIfAny(store);
    const { anchors: given, others } = readAnchors(accountOf(store));
    const verdict = await verifyLog(store, given);
    console.info(toText(verdict));
    if (others > 0) console.info(`Not compared: ${countOf(others, "anchor")} of other gateway accounts.`);
    const { integrity, completeness, anchors } = verdict;
    if (integrity.length + completeness.length + anchors.length > 0) process.exitCode = 1;
  } finally {
    await store.destroy();
  }
}

class UsageError extends Error {}

/** Those of this account, and how many are of others. One that was typed and names no account is of this one. */
function readAnchors(here: string | undefined): { anchors: AuditHead[]; others: number } {
  const { values } = parseArgs({
    options: { anchor: { type: "string", multiple: true }, anchors: { type: "string" } },
  });
  const lines = values.anchors === undefined ? [] : readFileSync(values.anchors, "utf8").split("\n");
  const given = [
    ...(values.anchor ?? []).map(read).map((one) => ({ ...one, account: one.account ?? here })),
    ...lines.filter((line) => line.trim() !== "").map(read),
  ];
  const own = given.filter(({ account }) => account === here);
  return { anchors: own.map(({ head }) => head), others: given.length - own.length };
}

function read(line: string): NonNullable<ReturnType<typeof readAnchor>> {
  const found = readAnchor(line);
  if (!found) throw new UsageError(`"${line}" is not an anchor.\n${usage}`);
  return found;
}

function toText({ events, head, integrity, completeness, anchoredTo, anchors }: AuditVerdict): string {
  const range = (from: number, to: number) => (from > to ? "none" : `events ${from} to ${to}`);
  return [
    `${events} events${head ? `, head ${head.position}:${head.hash}` : ""}`,
    verdictOf("Integrity", integrity),
    verdictOf("Completeness", completeness),
    verdictOf("Anchors", anchors),
    `Anchored: ${range(1, anchoredTo)}. Not anchored: ${range(anchoredTo + 1, events)}.`,
    "Without an anchor, the newest events can be deleted unnoticed if nothing else in the store shows that they were there, such as sign-ins.",
  ].join("\n");
}

function verdictOf(name: string, faults: readonly AuditFault[]): string {
  if (faults.length === 0) return `${name}: holds`;
  return [`${name}: BROKEN`, ...faults.map(({ at, message }) => `  ${at}: ${message}`)].join("\n");
}

try {
  await main();
} catch (error) {
  console.error(
    error instanceof SettingsError
      ? error.sentences.join("\n")
      : error instanceof Error
        ? error.message
        : String(error),
  );
  process.exitCode = 2;
}
