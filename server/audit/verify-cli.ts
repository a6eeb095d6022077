import { readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { loadKeyringIfAny } from "#server/data-keys/keyring.ts";
import { openStoreOutside } from "#server/db/open-store-outside.ts";
import { SettingsError } from "#server/env.ts";
import type { AuditFault } from "#server/payments/attempts/attempt-audit.ts";
import type { AuditHead } from "./record.ts";
import { type AuditVerdict, verifyLog } from "./verify.ts";

const usage = `Usage: npm run audit:verify -- [--anchor POSITION:HASH …] [--anchors FILE]
An anchor is the head of the log as it was printed on a signed day or sent elsewhere. FILE holds one in each line.`;

/** Checks the audit log and prints a verdict for each thing that was checked. Exits with 1 when one of them failed. */
async function main(): Promise<void> {
  const store = openStoreOutside();
  try {
    await loadKeyringIfAny(store);
    const verdict = await verifyLog(store, readAnchors());
    console.info(toText(verdict));
    const { integrity, completeness, anchors } = verdict;
    if (integrity.length + completeness.length + anchors.length > 0) process.exitCode = 1;
  } finally {
    await store.destroy();
  }
}

class UsageError extends Error {}

function readAnchors(): AuditHead[] {
  const { values } = parseArgs({
    options: { anchor: { type: "string", multiple: true }, anchors: { type: "string" } },
  });
  const lines = values.anchors === undefined ? [] : readFileSync(values.anchors, "utf8").split("\n");
  return [...(values.anchor ?? []), ...lines].flatMap((line) => {
    if (line.trim() === "") return [];
    const found = /(\d+):(v1\.[0-9a-f]{8}\.[0-9a-f]{32})/.exec(line);
    if (!found) throw new UsageError(`"${line}" is not an anchor.\n${usage}`);
    return [{ position: Number(found[1]), hash: found[2] ?? "" }];
  });
}

function toText({ events, head, integrity, completeness, anchoredTo, anchors }: AuditVerdict): string {
  const range = (from: number, to: number) => (from > to ? "none" : `events ${from} to ${to}`);
  return [
    `${events} events${head ? `, head ${head.position}:${head.hash}` : ""}`,
    verdictOf("Integrity", integrity),
    verdictOf("Completeness", completeness),
    verdictOf("Anchors", anchors),
    `Anchored: ${range(1, anchoredTo)}. Not anchored, so resting on the data key alone: ${range(anchoredTo + 1, events)}.`,
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
