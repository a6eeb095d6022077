import fc from "fast-check";
import { parse } from "#lib/search/parse.ts";
import { print } from "#lib/search/print.ts";
import { anyQuery } from "#lib/search/test-queries.ts";
import type { Bench, Measured, Measurement } from "../measurement.ts";

/** Anything that can be typed, and searches as they are written, cut off somewhere. */
export const parserMeasurements: Measurement[] = [{ name: "parser", measure: measureParser }];

const goal = { atMost: 50 };

async function measureParser({ quick }: Bench): Promise<Measured[]> {
  const count = quick ? 10_000 : 100_000;
  const written = anyQuery().map(print);
  const unfinished = fc.tuple(written, fc.nat()).map(([text, end]) => text.slice(0, end % (text.length + 1)));
  return [
    timed("one random string", fc.sample(fc.string({ unit: "binary" }), count)),
    timed("one random search, whole or cut off", fc.sample(fc.oneof(written, unfinished), count)),
  ];
}

function timed(what: string, texts: readonly string[]): Measured {
  const signs = texts.reduce((sum, { length }) => sum + length, 0) / texts.length;
  let failed = 0;
  const start = process.cpuUsage();
  for (const text of texts) {
    try {
      parse(text);
    } catch {
      failed++;
    }
  }
  const { user, system } = process.cpuUsage(start);
  return {
    what: `reading ${what}, mean in µs of processor time`,
    value: (user + system) / texts.length,
    goal,
    note: `${texts.length.toLocaleString("en-US")} of ${Math.round(signs)} signs, ${failed} exceptions`,
  };
}
