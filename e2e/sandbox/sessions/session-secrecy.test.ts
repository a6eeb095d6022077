import { mkdtemp, readFile, rm } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type RunningSandbox, startSandbox } from "#e2e/support/sandbox.ts";
import { startRecorder } from "#server/sandbox/session/record.ts";
import { runShopDay } from "./shop-day.ts";
import { clientOf, runTool, startTool } from "./tool-program.ts";

/** Approved by the sandbox, and none of the published test cards. */
const secretCard = "4539578763621486";
const secretAccount = "8837265519";
const spaced = "4539 5787 6362 1486";
const base64 = (text: string) => Buffer.from(text).toString("base64");

/** Every form in which the secret might be kept. */
const formsOf = (secret: string) => [
  secret,
  base64(secret),
  base64(` ${secret}`).slice(2, -4),
  [...secret].join(" "),
];

describe("a session file", () => {
  let sandbox: RunningSandbox;
  let folder: string;
  let text: string;
  let file: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "sessions-"));
    sandbox = await startSandbox();
    file = join(folder, "secret.jsonl");
    const recorder = await startTool("record", "--upstream", sandbox.url, "--file", file);
    const client = clientOf(recorder.url, sandbox);
    const card = { number: secretCard, expiration: "1131", cvc: "907" };
    await runShopDay(client, "ref", card);
    await client.command("sale", { amount: "1.00", creditcard: { ...card, number: spaced } });
    await client.command("cash:sale", { amount: "1.00", comments: `card ${secretCard}, key ${sandbox.key}` });
    await client.command("cash:sale", {
      amount: "1.00",
      comments: `pin: ${sandbox.pin}`,
      clerk: base64(`see ${secretCard}`),
    });
    await client.command("cash:sale", {
      amount: "1.00",
      description: base64(`${sandbox.key}:${sandbox.pin}`),
      invoice: secretCard,
    });
    await client.command(`sale ${secretCard}`, { [secretCard]: secretCard, trankey: sandbox.key });
    await client.command("check:sale", {
      amount: "1.00",
      check: { routing: "021000021", account: secretAccount, accountholder: "Vera Quill" },
      description: `from ${secretAccount}`,
    });
    await client.send("GET", `/tokens/${secretCard}?q=${encodeURIComponent(spaced)}&pin=${sandbox.pin}`);
    await client.send("GET", `/transactions/${encodeURIComponent(spaced)}`);
    await client.send(
      "POST",
      "/transactions",
      `{"command": "sale", "creditcard": {"number": "${secretCard}"`,
    );
    await client.send(
      "POST",
      "/transactions",
      `{"command":"sale","amount":"1.00","creditcard":{"number":${secretCard},"expiration":"1131","cvc":907}}`,
    );
    await client.send(
      "POST",
      "/transactions",
      `{"command":"cash:sale","amount":"1.00","comments":"\\u0034539578763621486"}`,
    );
    await client.upload(`ccnum,ccexp,amount,cvc\n"${spaced}",1131,2.00,907\n${secretCard},1131,2.50,907\n`);
    await client.upload(`${secretCard},1131,2.00\n${secretCard},1131,3.00\n`);
    await client.upload(
      `routing,account,accountholder,amount,description\n021000021,${secretAccount},Vera Quill,3.00,"${secretCard}, ""now"""\n`,
    );
    await recorder.end();
    text = await readFile(file, "utf8");
  });
  afterAll(async () => {
    await sandbox?.stop();
    await rm(folder, { recursive: true, force: true });
  });

  test.each([
    ["a card number", () => secretCard],
    ["a card number in groups", () => spaced],
    ["an account number", () => secretAccount],
    ["the API key", () => sandbox.key],
    ["the PIN", () => sandbox.pin],
    ["an account's holder", () => "Vera Quill"],
  ])("holds %s in no form", (_name, secret) => {
    const decoded = [...text.matchAll(/[A-Za-z0-9+/]{8,}={0,2}/g)].map(([word]) =>
      Buffer.from(word, "base64").toString("latin1"),
    );
    for (const form of formsOf(secret()))
      for (const place of [text, ...decoded]) expect(place.includes(form), form).toBe(false);
  });

  test("holds no security code, hash or signature", () => {
    expect(text).not.toMatch(/\b907\b/);
    expect(text).not.toMatch(/s2\/|authorization/i);
    expect(text).not.toMatch(/(?<![0-9a-f])[0-9a-f]{64}(?![0-9a-f])/);
  });

  test("gives a card the same stand-in everywhere: valid, of its brand, with the same last digits when masked", () => {
    const sent = [...text.matchAll(/"number":"(\d{16})"/g)].map(([, number]) => number);
    expect(sent).toContain("4539000000000010");
    expect(text).toContain("4539 0000 0000 0010");
    expect(text).toContain("xxxxxxxxxxxx0010");
    expect(text).toContain("4539000000000010,1249,123,4.00");
    expect(text).toContain("4000300611112224");
  });

  test("can still be compared", async () => {
    const { output } = await runTool("compare", file);
    expect(output).toMatch(/^\d+ requests, \d+ with differences/m);
    const differing = [...output.matchAll(/^(\d+) {2}\S+ (\S+)/gm)].map(([, n]) => Number(n));
    // Only what the planted requests ask with a secret that is no card, key or account of a request field.
    expect(new Set(differing.filter((n) => n <= 31)), output).toEqual(new Set());
  });
});

describe("the recorder", () => {
  let upstream: Server;
  let url: string;
  let answer: { status: number; headers: Record<string, string>; body: string } | undefined;
  let followed = 0;
  beforeAll(async () => {
    upstream = createServer((incoming, outgoing) => {
      if (incoming.url?.startsWith("/elsewhere")) followed++;
      if (!answer) return outgoing.destroy();
      outgoing.writeHead(answer.status, answer.headers).end(answer.body);
    });
    await new Promise<void>((resolve) => upstream.listen(0, "127.0.0.1", resolve));
    url = `http://127.0.0.1:${(upstream.address() as AddressInfo).port}/api/v2`;
  });
  afterAll(() => upstream?.close());

  const record = async (drive: (client: ReturnType<typeof clientOf>) => Promise<void>, pin = "8391-pin") => {
    const folder = await mkdtemp(join(tmpdir(), "sessions-"));
    try {
      const file = join(folder, "one.jsonl");
      const recorder = await startRecorder({ upstream: new URL(url), file, port: 0, report: () => {} });
      await drive(clientOf(recorder.url, { key: "a-key-of-a-test", pin }));
      await recorder.stop();
      return (await readFile(file, "utf8"))
        .trimEnd()
        .split("\n")
        .slice(1)
        .map((line) => JSON.parse(line));
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  };

  test("masks secrets that a reply repeats in no JSON", async () => {
    answer = {
      status: 500,
      headers: { "content-type": "text/html" },
      body: `<p>key a-key-of-a-test pin 8391-pin card ${spaced}</p>`,
    };
    const [one] = await record(async (client) => {
      expect((await client.send("GET", "/batches")).text).toContain(spaced);
    });
    expect(one.reply.body.text).toBe("<p>key [api key] pin [pin] card [card number]</p>");
  });

  /** What the file holds of bodies that are echoed, sent with this PIN. */
  const recordEchoed = async (bodies: object[], pin = "8391-pin", path = "/transactions") =>
    JSON.stringify(
      await record(async (client) => {
        for (const body of bodies) {
          const { payment_key: key, iccdata } = body as Record<string, string>;
          const json = JSON.stringify({ error: "refused", seen: `${key} ${iccdata}`, body });
          answer = { status: 400, headers: { "content-type": "application/json" }, body: json };
          await client.send("POST", path, body);
        }
      }, pin),
    );

  test("remembers payment keys and chip data for texts and replies, before the field too", async () => {
    const [key, chip] = ["one-time-9F3kQ2xW", "9F2608C2B7A1D45E6F70819F2701808A023030"];
    const kept = await recordEchoed([
      { comments: `used ${key}`, payment_key: key },
      { description: `chip ${chip}.`, iccdata: chip },
      {
        comments: `${key} ${chip} pk_abcdefghijklmnopqrstuvwx`,
        clerk: "%B4539578763621486^QUILL/VERA^3112101?",
      },
    ]);
    for (const secret of [key, chip, "pk_abcdef", "QUILL", "3112101"]) expect(kept).not.toContain(secret);
    expect(kept).toContain("used [payment key]");
    expect(kept).toContain("chip [chip data].");
  });

  test.each(["7;1", "ab", "12,34;56", "p&n=9%", "9:8-7"])(
    "holds the PIN %s in no field, query or text",
    async (pin) => {
      const kept = await recordEchoed(
        [{ pin, apiPin: pin, auth: { api_pin: pin } }, { comments: `pin: ${pin}` }],
        pin,
        `/transactions?pin=${encodeURIComponent(pin)}`,
      );
      expect(kept).toContain("pin=%5Bpin%5D");
      expect(kept.replaceAll(/pin|"[nA-Za-z]+":|"at":"[^"]*"/gi, "")).not.toContain(pin);
    },
  );

  test.each([
    JSON.stringify({ creditcard: { cvc: "907", expiration: "1131", cardholder: "Vera Quill" } }),
    JSON.stringify([{ cvc: 907, expiration: 1131 }]),
    Buffer.from(JSON.stringify({ cvc: "907", expiration: "1131" })).toString("base64"),
    'sent {"cvc":"907","expiration":"11/31"} twice',
    JSON.stringify(JSON.stringify({ cvc: "907", expiration: "1131" })),
    "cvc=907&expiration=1131",
  ])("masks security code and date inside the text %s", async (comments) => {
    const kept = await recordEchoed([{ comments }]);
    const decoded = [...kept.matchAll(/[A-Za-z0-9+/]{12,}={0,2}/g)].map(([word]) =>
      Buffer.from(word, "base64").toString("latin1"),
    );
    for (const place of [kept, ...decoded]) expect(place).not.toMatch(/\b907\b|1131|11\/31|Vera Quill/);
  });

  test.each([331, "331", "03/2031", "2031-03"])("masks the expiration %j", async (expiration) => {
    const kept = await recordEchoed([{ creditcard: { expiration } }]);
    expect(kept).toMatch(/"expiration":"?1249\b/);
  });

  test.each([
    ["encoded", (text: string) => base64(text)],
    ["plain", (text: string) => text],
  ])("masks key and PIN of a malformed signature that is %s", async (_name, encode) => {
    answer = { status: 401, headers: {}, body: "no key mine-of-77, no PIN 55-21" };
    const lines = await record(async (client) => {
      const body = { api: "mine-of-77", note: "mine-of-77 with 55-21" };
      await client.send("POST", "/transactions", body, `Basic ${encode("mine-of-77:55-21")}`);
    });
    expect(lines[0].request.signature).toBe("malformed");
    expect(JSON.stringify(lines)).not.toMatch(/mine-of-77|55-21/);
  });

  const header = "command,ccnum,ccexp,cvc,account";
  const row = `sale,${secretCard},1131,907,${secretAccount}`;
  test.each<[string, BlobPart]>([
    ["without a header", `${row}\n${row}\n`],
    ["with a column that has another name", `${header},their_own\n${row},1\n`],
    ["in UTF-16", Buffer.from(`\ufeff${header}\n${row}\n`, "utf16le")],
    ["in UTF-16 without a mark", Buffer.from(`${header}\n${row}\n`, "utf16le")],
    ["in Latin-1", Buffer.from(`${header},cardholder\n${row},Ren\xe9\n`, "latin1")],
  ])("leaves out a bulk file %s", async (_name, csv) => {
    answer = { status: 200, headers: {}, body: "{}" };
    const [one] = await record(async (client) => {
      await client.upload(csv);
    });
    expect(one.request.body).toEqual({ unreadable: expect.any(Number) });
  });

  test("leaves out the cells of a bulk file that are in no column", async () => {
    answer = { status: 200, headers: {}, body: "{}" };
    const [one] = await record(async (client) => {
      await client.upload(`command,amount\nsale,1.00,907,${secretAccount}\n`);
    });
    expect(one.request.body.file.text).toBe("command,amount\nsale,1.00,[unreadable],[unreadable]\n");
  });

  test("passes on a reply that is nested too deep to be masked, and records the rest of it", async () => {
    const body = `{"key":"abc","x":${"[".repeat(20_000)}${"]".repeat(20_000)}}`;
    answer = { status: 200, headers: { "content-type": "application/json" }, body };
    const [one] = await record(async (client) => {
      expect((await client.send("GET", "/batches")).text).toBe(body);
    });
    expect(one.reply.body.json.key).toBe("abc");
    expect(JSON.stringify(one.reply)).toContain("[unreadable]");
  });

  test("holds no secret of a page, under any name", async () => {
    const body = `<h1>${secretAccount} refused</h1><cvc>907</cvc><dt>CVC</dt><dd>907</dd>
      <account>${secretAccount}</account><pre>security code: 907 acct: ${secretAccount}</pre><pin>77-88</pin>`;
    answer = { status: 502, headers: { "content-type": "text/html" }, body };
    const kept = JSON.stringify(
      await record(async (client) => {
        await client.send("GET", "/batches");
      }),
    );
    expect(kept).not.toMatch(new RegExp(`\\b907\\b|77-88|${secretAccount}`));
  });

  test("follows no redirect", async () => {
    answer = { status: 307, headers: { location: "/elsewhere" }, body: "" };
    const [one] = await record(async (client) => {
      expect((await client.send("POST", "/transactions", { command: "sale" })).status).toBe(307);
    });
    expect([one.reply.status, followed]).toEqual([307, 0]);
  });

  test("passes a lost reply on as a broken connection, and records that there was none", async () => {
    answer = undefined;
    const [one] = await record(async (client) => {
      await expect(client.send("GET", "/batches")).rejects.toThrow();
    });
    expect(one).toMatchObject({ n: 1, reply: null });
  });
});
