import { randomInt } from "node:crypto";
import { parseArgs } from "node:util";
import { startPostgres } from "#e2e/run/postgres.ts";
import { stopProcesses } from "#e2e/run/processes.ts";
import { parts } from "./parts.ts";
import type { ProofOptions, ProofReport } from "./proof.ts";

/**
 * `npm run prove -- [part …] [--size small|full] [--seed N]`: runs the parts and prints of each what was measured, what was
 * expected and whether it held. Ends with 1 when a promise broke.
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { size: { type: "string", default: "full" }, seed: { type: "string" } },
});
const { size } = values;
const seed = values.seed === undefined ? randomInt(2 ** 31) : Number(values.seed);
const unknown = positionals.filter((name) => !Object.hasOwn(parts, name));
if ((size !== "small" && size !== "full") || !Number.isSafeInteger(seed) || unknown.length > 0) {
  console.error(
    `Usage: npm run prove -- [part …] [--size small|full] [--seed N], where a part is ${Object.keys(parts).join(", ")}.`,
  );
  process.exit(2);
}
/** More of the same says nothing new. */
const mostWords = 20;

process.exitCode = await proveAll({ size, seed });

async function proveAll(options: Pick<ProofOptions, "size" | "seed">): Promise<number> {
  console.info(`size ${options.size}, seed ${options.seed}`);
  const postgres = await startPostgres();
  const verdicts: string[] = [];
  try {
    for (const name of positionals.length > 0 ? positionals : Object.keys(parts)) {
      const part = parts[name];
      if (!part) continue;
      console.info(`\n── ${part.title} (${name}) ──`);
      const startedAt = Date.now();
      const report = await part.prove({ ...options, postgresUrl: postgres?.url }).catch(brokenOff);
      tell(report);
      const seconds = Math.round((Date.now() - startedAt) / 1000);
      verdicts.push(`${name}: ${verdictOf(report)} (${seconds} s)`);
    }
  } finally {
    await postgres?.stop();
    await stopProcesses();
  }
  console.info(`\n${verdicts.join("\n")}`);
  return verdicts.some((verdict) => verdict.includes("BROKEN")) ? 1 : 0;
}

/** A part that could not be run to its end has proved nothing. */
function brokenOff(error: unknown): ProofReport {
  const words = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return { figures: [], broken: [`it broke off: ${words}`] };
}

function tell({ figures, broken }: ProofReport): void {
  for (const { what, value, expected } of figures)
    console.info(
      `${what.padEnd(72)} ${String(value).padStart(24)}${expected && `   (expected ${expected})`}`,
    );
  for (const words of broken.slice(0, mostWords)) console.error(`BROKEN  ${words}`);
  if (broken.length > mostWords) console.error(`… and ${broken.length - mostWords} more`);
}

function verdictOf({ broken, notRun }: ProofReport): string {
  if (notRun) return `did not run: ${notRun}`;
  return broken.length === 0 ? "held" : `BROKEN, ${broken.length} ×`;
}
