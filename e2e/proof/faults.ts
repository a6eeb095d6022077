import { setTimeout as delay } from "node:timers/promises";
import type { ProofSize } from "./proof.ts";
import { writeAnswer } from "./proxies/chaos-proxy.ts";
import type { Encounter, Fault } from "./proxies/fault.ts";

/** Times that hold on a busy machine too. */
const patient = 20_000;
const brief = 4000;

/** The fault grid's rows (docs/proof.md). */
export function faultsOf(size: ProofSize): readonly Fault[] {
  const minuteMs = size === "full" ? 60_000 : 1500;
  const againAfter = size === "full" ? undefined : 1;
  return [
    { name: "refused", right: ["unsent"], taken: false, timeoutMs: patient, connection: "refused" },
    { name: "name not found", right: ["unsent"], taken: false, timeoutMs: patient, address: "unknown name" },
    { name: "connect timeout", right: ["unsent"], taken: false, timeoutMs: 1000, address: "silent" },
    // A connection that breaks before anything was written may or may not be distinguishable from one that broke later.
    {
      name: "reset before the request",
      right: ["unsent", "unknown"],
      taken: false,
      timeoutMs: brief,
      connection: "reset",
    },
    lost("reset mid request", false, async ({ client, half }) => {
      await half();
      client.resetAndDestroy();
    }),
    lost("reset before commit", false, reset),
    { ...lost("reset before commit, then the batch closes", false, reset), closing: true },
    lost("reset after commit", true, resetAfterCommit),
    { ...lost("reset after commit, then an outage", true, resetAfterCommit), outage: true },
    lost("empty reply", true, async ({ client, send }) => {
      await send();
      client.end();
    }),
    {
      ...lost("slow headers", true, async ({ send, gone }) => {
        await send();
        await gone;
      }),
      timeoutMs: brief,
    },
    {
      ...lost("delivered after the console gave up", true, async ({ send, gone }) => {
        await gone;
        await send();
      }),
      timeoutMs: brief,
    },
    { ...lost("delivered after the first look for it", true, deliverLate), timeoutMs: brief },
    { ...lost("slow drip", true, dripSlowly), timeoutMs: brief },
    lost("truncated JSON", true, async ({ client, send }) => {
      const { status, body } = await send();
      writeAnswer(client, { status, body: body.slice(0, body.length / 2) });
    }),
    lost("JSON then garbage", true, async ({ client, send }) => {
      const { status, body } = await send();
      writeAnswer(client, { status, body: `${body}\u0000<!-- 0x7f -->` });
    }),
    lost("wrong length", true, async ({ client, send }) => {
      const { body } = await send();
      client.end(`HTTP/1.1 200 OK\r\nContent-Length: ${Buffer.byteLength(body) + 50}\r\n\r\n${body}`);
    }),
    page("HTML page with 200", true, 200),
    lost("500", true, async ({ client, send }) => {
      await send();
      writeAnswer(client, { status: 500, body: JSON.stringify({ error: "Internal error", errorcode: 1 }) });
    }),
    page("502", true, 502),
    page("503", false, 503),
    page("504", true, 504),
    {
      name: "one 429",
      // Sent again automatically. This is not a second command, since the first one was not accepted.
      right: ["answered"],
      taken: true,
      timeoutMs: patient,
      meet: async (encounter) => (encounter.nth === 1 ? turnAway(encounter, againAfter) : pass(encounter)),
    },
    {
      name: "a minute of 429",
      // Sent again automatically. This is not a second command, since the first one was not accepted.
      right: ["answered"],
      taken: true,
      timeoutMs: patient,
      meet: async (encounter) =>
        encounter.armedMs < minuteMs ? turnAway(encounter, againAfter) : pass(encounter),
    },
  ];
}

function lost(name: string, taken: boolean, meet: NonNullable<Fault["meet"]>): Fault {
  // The resolver may be sure that a command was not processed only after twice this time.
  return { name, right: ["unknown"], taken, timeoutMs: taken ? patient : brief, meet };
}

/** For a mutant that only a gateway without the list shows; beside the grid, whose faults share a console. */
export const lateAndListless: Fault = {
  ...lost("delivered after the first look for it, no list", true, deliverLate),
  timeoutMs: brief,
  listless: true,
};

/** Another server's page instead of the gateway's answer. */
function page(name: string, taken: boolean, status: number): Fault {
  return lost(name, taken, async ({ client, send }) => {
    if (taken) await send();
    writeAnswer(client, { status, body: "<html><h1>Something is wrong</h1></html>" }, "text/html");
  });
}

async function reset({ client }: Encounter): Promise<void> {
  client.resetAndDestroy();
}

async function resetAfterCommit({ client, send }: Encounter): Promise<void> {
  await send();
  client.resetAndDestroy();
}

async function deliverLate({ send, gone }: Encounter): Promise<void> {
  await gone;
  await delay(brief * 0.75);
  await send();
}

async function dripSlowly({ client, send, gone }: Encounter): Promise<void> {
  const { body } = await send();
  client.write(`HTTP/1.1 200 OK\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n`);
  let position = 0;
  const drip = setInterval(() => client.write(body.charAt(position++)), 200);
  await gone;
  clearInterval(drip);
}

/** `againAfter`: what its `Retry-After` asks for, in seconds; without one the console waits for the next minute. */
async function turnAway({ client, post }: Encounter, againAfter?: number): Promise<void> {
  post.turnedAway = true;
  const body = JSON.stringify({ error: "API Rate Limit Exceed", errorcode: 155 });
  const header = againAfter === undefined ? "" : `Retry-After: ${againAfter}\r\n`;
  writeAnswer(client, { status: 429, body }, "application/json", header);
}

async function pass({ client, send }: Encounter): Promise<void> {
  writeAnswer(client, await send());
}
