import { randomInt } from "node:crypto";
import { parseArgs } from "node:util";
import { startPostgres } from "#e2e/run/postgres.ts";
import { stopProcesses } from "#e2e/run/processes.ts";
import { compileCache } from "#e2e/support/out-folder.ts";
import { parts } from "./parts.ts";
import { inTurns, type ProofOptions, type ProofReport } from "./proof.ts";

/**
 * `npm run prove -- [part …] [--size small|full] [--seed N]`: runs the parts and prints what each measured, what was
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
const maxBrokenShown = 20;
/** Small parts mostly wait for timeouts, so three of them share the machine. A full part has it to itself. */
const partsAtOnce = size === "small" ? 3 : 1;
// Hundreds of programs start in it, in half the time with the cache.
process.env.NODE_COMPILE_CACHE ??= compileCache;

process.exitCode = await proveAll({ size, seed });

async function proveAll(options: Pick<ProofOptions, "size" | "seed">): Promise<number> {
  console.info(`size ${options.size}, seed ${options.seed}`);
  const postgres = await startPostgres();
  const startedAt = Date.now();
  let verdicts: string[] = [];
  try {
    const chosen = Object.entries(parts).filter(
      ([name]) => positionals.length === 0 || positionals.includes(name),
    );
    const proveOne = async ([name, { title, prove }]: (typeof chosen)[number]) => {
      const begunAt = Date.now();
      const report = await prove({ ...options, postgresUrl: postgres?.url }).catch(brokenOff);
      console.info(`\n── ${title} (${name}) ──`);
      print(report);
      return `${name}: ${verdictOf(report)} (${secondsSince(begunAt)} s)`;
    };
    const [alone, together] = [true, false].map((isAlone) =>
      chosen.filter(([, part]) => (part.isAlone ?? false) === isAlone),
    );
    verdicts = [
      ...(await inTurns(together ?? [], partsAtOnce, proveOne)),
      ...(await inTurns(alone ?? [], 1, proveOne)),
    ];
  } finally {
    await postgres?.stop();
    await stopProcesses();
  }
  console.info(`\n${verdicts.join("\n")}\n${secondsSince(startedAt)} s in all`);
  return verdicts.some((verdict) => verdict.includes("BROKEN")) ? 1 : 0;
}

function secondsSince(at: number): number {
  return Math.round((Date.now() - at) / 1000);
}

/** A part that could not finish counts as failed. */
function brokenOff(error: unknown): ProofReport {
  const words = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return { figures: [], broken: [`it broke off: ${words}`] };
}

function print({ figures, broken }: ProofReport): void {
  for (const { what, value, expected } of figures)
    console.info(
      `${what.padEnd(72)} ${String(value).padStart(24)}${expected && `   (expected ${expected})`}`,
    );
  for (const words of broken.slice(0, maxBrokenShown)) console.error(`BROKEN  ${words}`);
  if (broken.length > maxBrokenShown) console.error(`… and ${broken.length - maxBrokenShown} more`);
}

function verdictOf({ broken, notRun }: ProofReport): string {
  if (notRun) return `did not run: ${notRun}`;
  return broken.length === 0 ? "held" : `BROKEN, ${broken.length} ×`;
}
