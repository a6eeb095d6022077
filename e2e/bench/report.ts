import type { Proof } from "./durability/prove-durability.ts";
import { isMet, type Measured } from "./measurement.ts";

/** The table of the bench: measurement, measured, goal, met or not, and how it came about. */
export function printTable(lines: readonly Measured[]): void {
  const rows = lines.map((line) => [
    line.what,
    line.value === undefined ? "–" : line.value.toFixed(2),
    "atLeast" in line.goal ? `≥ ${line.goal.atLeast}` : `≤ ${line.goal.atMost}`,
    { true: "met", false: "not met", undefined: "" }[String(isMet(line)) as "true" | "false" | "undefined"],
    line.note,
  ]);
  const table = [["measurement", "measured", "goal", "", ""], ...rows];
  const widths = [0, 1, 2, 3].map((column) => Math.max(...table.map((row) => row[column]?.length ?? 0)));
  for (const row of table)
    console.info(
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join("  ")
        .trimEnd(),
    );
}

/** Prints the result of a proof and returns whether it passed. */
export function printProof(what: string, proof: Proof | undefined): boolean {
  if (!proof) {
    console.info(`${what}: not proved: there is no PostgreSQL on this machine`);
    return true;
  }
  const { kills, acknowledged, findings } = proof;
  console.info(`${what}, ${kills} times: ${acknowledged} sales acknowledged, ${findings.length} findings`);
  for (const finding of findings) console.info(`  ${finding}`);
  return findings.length === 0;
}
