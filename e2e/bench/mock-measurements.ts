import { median } from "#e2e/support/statistics.ts";
import { LoadClient } from "./load.ts";
import { measureLoad, warmUp } from "./measure-load.ts";
import { sale, startMeasuredSandbox } from "./measured-sandbox.ts";
import { type Bench, inRounds, type Measured, type Measurement, notMeasured } from "./measurement.ts";
import { installMockServers, type MockServer, mockServers } from "./mock-servers.ts";
import { replyOf } from "./sale-measurements.ts";

/** The same sale against mock servers, which answer a text and keep nothing. */
export const mockMeasurements: Measurement[] = mockServers.map((mock) => ({
  name: mock.name.toLowerCase(),
  measure: (bench) => measureAgainst(mock, bench),
}));

async function measureAgainst(mock: MockServer, bench: Bench): Promise<Measured[]> {
  const what = `durable card sales/s ÷ ${mock.name}`;
  const goal = { atLeast: mock.atLeast };
  const missing = installMockServers();
  if (missing) return [notMeasured(what, goal, missing)];
  const sandbox = await startMeasuredSandbox();
  const client = new LoadClient();
  const other = await mock.start(await replyOf(sandbox)).catch((error: unknown) => String(error));
  try {
    if (typeof other === "string") return [notMeasured(what, goal, other)];
    const load = { ...sale, connections: 32 };
    // The engine keeps recompiling code for tens of thousands of sales.
    const count = bench.quick ? 1000 : 60_000;
    await warmUp(client, sandbox, load, count);
    await warmUp(client, other, load, count);
    const forMs = bench.quick ? 1000 : 3000;
    const rounds = await inRounds(bench.rounds, async () => ({
      other: await sandbox.heldStill(() => measureLoad(client, other, { ...load, forMs })),
      sandbox: await other.heldStill(() => measureLoad(client, sandbox, { ...load, forMs })),
    }));
    const rate = (side: "other" | "sandbox") =>
      Math.round(median(rounds.map((round) => round[side].perSecond)));
    const value = median(rounds.map((round) => round.sandbox.perSecond / round.other.perSecond));
    return [{ what, value, goal, note: `${rate("sandbox")}/s ÷ ${rate("other")}/s` }];
  } finally {
    client.stop();
    await sandbox.stop();
    if (typeof other !== "string") await other.stop();
  }
}
