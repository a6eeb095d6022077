import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { type RunningSandbox, startSandbox } from "#e2e/support/sandbox.ts";
import { runShopDay } from "./shop-day.ts";
import { type Client, clientOf, runProgram, runTool, startTool } from "./tool-program.ts";

describe("a recorded session", () => {
  let sandbox: RunningSandbox;
  let folder: string;
  let file: string;
  const reference = "1f0c4a52-9d3b-4c1e-8a77-0b6f2d9e4c10";
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "sessions-"));
    file = join(folder, "day.jsonl");
    sandbox = await startSandbox({ settings: { SANDBOX_RATE_LIMIT: "1000/min,5000/day" } });
    const recorder = await startTool("record", "--upstream", sandbox.url, "--file", file);
    await runShopDay(clientOf(recorder.url, sandbox), reference);
    expect(await recorder.end()).toMatchObject({ code: 0 });
  });
  afterAll(async () => {
    await sandbox?.stop();
    await rm(folder, { recursive: true, force: true });
  });

  const readLines = async () =>
    (await readFile(file, "utf8"))
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line));
  const edited = async (name: string, change: (line: string) => string) => {
    const path = join(folder, name);
    const text = await readFile(file, "utf8");
    const changed = text.split("\n").map(change).join("\n");
    expect(changed).not.toBe(text);
    await writeFile(path, changed);
    return path;
  };

  test("is a file that only its owner can read, with each exchange in order", async () => {
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    const [header, ...exchanges] = await readLines();
    expect(header).toMatchObject({ session: 1, upstream: sandbox.url });
    expect(exchanges.length).toBeGreaterThan(30);
    expect(exchanges.map(({ n }) => n)).toEqual(exchanges.map((_, place) => place + 1));
    expect(exchanges[0].reply.headers["x-rate-limit"]).toBe("1 of 1000/min; 1 of 5000/day");
  });

  test("shows no difference when it is compared with the gateway that it was recorded from", async () => {
    const { code, output } = await runProgram("compare", file);
    expect(output).toMatch(/^\d+ requests, 0 with differences, 0 differences\.$/m);
    expect(code).toBe(0);
  });

  test.each([
    [
      "an amount",
      "auth_amount",
      (line: string) => line.replace('"auth_amount":"12.50"', '"auth_amount":"12.51"'),
    ],
    [
      "a missing field",
      "avs.result",
      (line: string) => line.replace(/("avs":\{"result_code":"\w+"),"result":"[^"]*"/, "$1"),
    ],
    [
      "a status",
      "(status)",
      (line: string) => line.replace('"reply":{"status":404', '"reply":{"status":410'),
    ],
    ["an error code", "errorcode", (line: string) => line.replace('"errorcode":21004', '"errorcode":21005')],
    [
      "the rate limit header",
      "x-rate-limit",
      (line: string) => line.replace(/,"x-rate-limit":"2 of[^"]*"/, ""),
    ],
    ["the form of a key", "refnum", (line: string) => line.replace(/"refnum":"\d+"/, '"refnum":"R-1"')],
    [
      "the type of a value",
      "total_count",
      (line: string) => line.replace(/"total_count":(\d+)/, '"total_count":"$1"'),
    ],
  ])("shows %s that is different", async (name, field, change) => {
    const { code, output } = await runTool("compare", await edited(`${name}.jsonl`, change));
    expect(output).toMatch(new RegExp(`^\\d+  .*${field.replaceAll(/[.()]/g, "\\$&")} `, "m"));
    expect(code).toBe(1);
  });

  test("has its last exchange without a line end too", async () => {
    const whole = (await readFile(file, "utf8")).trimEnd();
    const path = join(folder, "no-end.jsonl");
    await writeFile(path, whole);
    const { output } = await runTool("compare", path);
    expect(output).toMatch(new RegExp(`^${whole.split("\n").length - 1} requests, 0 with`, "m"));
    expect(output).not.toContain("left out");
  });

  test("is read without the lines that aren't exchanges, which are named", async () => {
    const whole = (await readFile(file, "utf8")).trimEnd().split("\n");
    const [header, first, ...rest] = whole;
    const deep = JSON.parse(first ?? "");
    const bad = [
      "{",
      (first ?? "").replace(/"json":\{/, `"json":{"x":${"[".repeat(20_000)}${"]".repeat(20_000)},`),
      JSON.stringify({ ...deep, reply: { ...deep.reply, status: 99999 } }),
      JSON.stringify({ ...deep, reply: { ...deep.reply, statusText: "a\r\nX: y" } }),
    ];
    const path = join(folder, "bad.jsonl");
    await writeFile(path, `${[header, first, ...bad, ...rest].join("\n")}\n`);
    const { code, output } = await runTool("compare", path);
    for (const line of [3, 4, 5, 6])
      expect(output).toContain(`${path}, line ${line}, is not an exchange: it is left out`);
    expect(output).toMatch(new RegExp(`^${whole.length - 1} requests, 0 with differences`, "m"));
    expect(code).toBe(1);
  });

  test("names a request that can't be sent, compares the others and leaves nothing behind", async () => {
    const path = join(folder, "odd.jsonl");
    const odd = (line: object) => {
      const exchange = {
        n: 1,
        at: "",
        request: { method: "GET", path: "/", signature: "given" },
        reply: null,
      };
      return JSON.stringify({ ...exchange, ...line });
    };
    const get = (where: string) => ({ method: "GET", path: where, signature: "given" });
    const limit = { "x-rate-limit": "0 of 0/min; 1 of 99999999999999999999/day" };
    const reply = { status: 404, statusText: "Not Found", headers: limit, body: { json: {} } };
    await writeFile(
      path,
      [
        JSON.stringify({ session: 1, upstream: "", recordedAt: "", masked: "" }),
        odd({ request: get("/tokens/%zz"), reply }),
        odd({ n: 2, request: get("/tokens/\ud800"), reply }),
        odd({ n: 3, request: { ...get("/transactions"), body: { json: { command: { toString: 1 } } } } }),
        odd({ n: 4, request: get("/nothing"), reply }),
      ].join("\n"),
    );
    const place = join(folder, "temporary");
    await mkdir(place);
    vi.stubEnv("TMPDIR", place);
    const { code, output } = await runProgram("compare", path).finally(() => vi.unstubAllEnvs());
    expect(output).toMatch(/^1 {2}GET \/tokens\/%zz +errorcode +\(absent\) +605$/m);
    expect(output).toMatch(/^2 {2}GET \/tokens\/.+: cannot be compared \(URIError/m);
    expect(output).toMatch(/^4 {2}GET \/nothing +errorcode +\(absent\) +21001$/m);
    expect(output).toMatch(/^4 requests, 2 with differences/m);
    expect(code).toBe(1);
    expect((await readdir(place)).filter((name) => name.startsWith("sandbox-compare"))).toEqual([]);
  });

  test("is compared and replayed without printing its control characters", async () => {
    const signs = "\u001b]0;OWNED\u0007\u001b[2J\u009b2J\u202e\nall good";
    const path = join(folder, "escapes.jsonl");
    const request = { method: "GET", path: `/x${signs}`, signature: "given" };
    const reply = { status: 200, statusText: "", headers: {}, body: { json: { [`${signs}key`]: signs } } };
    await writeFile(
      path,
      [
        JSON.stringify({ session: 1, upstream: "", recordedAt: "", masked: "" }),
        JSON.stringify({ n: 1, at: "", request, reply }),
      ].join("\n"),
    );
    const replay = await startTool("replay", path);
    await clientOf(replay.url, sandbox).send("GET", "/y");
    const outputs = [(await runTool("compare", path)).output, (await replay.end()).output];
    for (const output of outputs) {
      expect(output).toContain("/x\\u{1b}]0;OWNED\\u{7}\\u{1b}[2J\\u{9b}2J\\u{202e}\\u{a}all good");
      expect(output).not.toMatch(/[^\P{C}\n]|^all good/mu);
    }
  });

  test("leaves out the fields of --ignore", async () => {
    const path = await edited("ignored.jsonl", (line) =>
      line.replace('"auth_amount":"12.50"', '"auth_amount":"1.00"'),
    );
    expect((await runTool("compare", path, "--ignore", "auth_amount,sequence")).code).toBe(0);
  });

  test("leaves out an object of --ignore with all that is in it", async () => {
    const path = await edited("ignored-object.jsonl", (line) =>
      line.replace('"cvc":{"result_code":"M"', '"cvc":{"result_code":"N"'),
    );
    expect((await runTool("compare", path)).code).toBe(1);
    expect((await runTool("compare", path, "--ignore", "cvc")).code).toBe(0);
  });

  test("answers the same client again, with its references of now", async () => {
    const replay = await startTool("replay", file);
    const client = clientOf(replay.url, sandbox);
    const now = "77777777-9d3b-4c1e-8a77-0b6f2d9e4c10";
    await runShopDay(client, now);
    const [, first] = await readLines();
    const { body } = await client.send(
      "GET",
      `/transactions/${first.reply.body.json.key}?return_origin=true&return_bin=true`,
    );
    expect(body.comments).toBe(`Console ${now}`);
    const { code, output } = await replay.end();
    expect(output).toContain("0 of them differed, 0 not in the session");
    expect(code, output).toBe(output.includes(" 0 never asked") ? 0 : 1);
  });

  test("knows the tokens that it gave out, in any order, and takes no other for one of them", async () => {
    const tokens = join(folder, "tokens.jsonl");
    const recorder = await startTool("record", "--upstream", sandbox.url, "--file", tokens);
    const payByTokens = async (client: Client, order: readonly number[]) => {
      const cards = ["4000100011112224", "4000300011112220"];
      const { body } = await client.send(
        "POST",
        "/tokens",
        cards.map((number) => ({ creditcard: { number, expiration: "1249" } })),
      );
      for (const place of order)
        await client.command("sale", {
          amount: `1${place}.00`,
          creditcard: { number: body[place].key, expiration: "1249" },
        });
    };
    await payByTokens(clientOf(recorder.url, sandbox), [0, 1]);
    await recorder.end();
    const replay = await startTool("replay", tokens);
    await payByTokens(clientOf(replay.url, sandbox), [1, 0]);
    expect((await replay.end()).output).toContain("3 answered, 0 of them differed");

    const other = await startTool("replay", tokens);
    await clientOf(other.url, sandbox).command("sale", {
      amount: "10.00",
      creditcard: { number: "aaaa-1111-bbbb-2222", expiration: "1249" },
    });
    expect((await other.end()).output).toContain("1 answered, 1 of them differed");
  });

  test("reports a request that differs, one that is unknown and those that never came", async () => {
    const replay = await startTool("replay", file);
    const client = clientOf(replay.url, sandbox);
    await client.command("cash:sale", { amount: "5.01", clerk: "Ana" });
    expect((await client.command("cash:refund", { amount: "1.00" })).status).toBe(404);
    const { code, output } = await replay.end();
    expect(output).toContain('amount: recorded "5.00", got "5.01"');
    expect(output).toContain('clerk: recorded (absent), got "Ana"');
    expect(output).toContain("not in the session: POST /transactions");
    expect(output).toMatch(/never asked: 1 {2}POST \/transactions sale/);
    expect(code).toBe(1);
  });
});

test("the recorder keeps every exchange that was answered when it is killed", async () => {
  const folder = await mkdtemp(join(tmpdir(), "sessions-"));
  const sandbox = await startSandbox();
  const file = join(folder, "killed.jsonl");
  try {
    const recorder = await startTool("record", "--upstream", sandbox.url, "--file", file);
    const client = clientOf(recorder.url, sandbox);
    let answered = 0;
    const sales = (async () => {
      for (;;) {
        await client.command("cash:sale", { amount: "1.00" });
        answered++;
      }
    })().catch(() => undefined);
    await expect.poll(() => answered, { timeout: 60_000 }).toBeGreaterThan(20);
    await recorder.end("SIGKILL");
    await sales;
    await writeFile(file, `${await readFile(file, "utf8")}{"n":99,"at"`);
    const { output } = await runTool("compare", file);
    expect(Number(/^(\d+) requests, 0 with/m.exec(output)?.[1]), output).toBeGreaterThanOrEqual(answered);
    expect(output).toContain(`The last line of ${file} is no whole exchange: it is left out`);
  } finally {
    await sandbox.stop();
    await rm(folder, { recursive: true, force: true });
  }
});

describe("the tools", () => {
  test("are listed by --help", async () => {
    const { code, output } = await runProgram("--help");
    expect(code).toBe(0);
    for (const name of ["record --upstream URL", "replay FILE", "compare FILE"])
      expect(output).toContain(name);
  });

  test.each([
    [["--rate-limit", "sometimes"], "SANDBOX_RATE_LIMIT must be written like"],
    [["--nothing", "1"], "--nothing is not a setting."],
    [["record"], "record needs --upstream"],
  ])("end the program with one sentence: %j", async (args, sentence) => {
    expectOneSentence(await runProgram(...args), sentence);
  });

  test.each([
    [["rewind"], "rewind is not a tool: there are record, replay, compare."],
    [
      ["record", "--upstream", "http://gateway.example/api/v2"],
      "plain http:// is for a gateway on this machine",
    ],
    [["record", "--upstream", "ftp://gateway.example"], "--upstream must be an address"],
    [["record", "--upstream", "https://user:pin@gateway.example"], "must hold no user, password"],
    [["record", "--upstream", "https://gateway.example"], "must end in the endpoint key"],
    [["record", "--upstream", "https://gateway.example/"], "must end in the endpoint key"],
    [["record", "--upstream"], "--upstream needs a value."],
    [["replay"], "replay needs one session file."],
    [["replay", "package.json"], "package.json is not a session file"],
    [["compare", "no-such-file"], "no-such-file cannot be read (ENOENT)."],
    [["compare", "package.json", "--port", "1"], "compare has no --port."],
    [["replay", "package.json", "--port", "x"], "--port must be a port number"],
  ])("stop with one sentence: %j", async ([name = "", ...args], sentence) => {
    expectOneSentence(await runTool(name, ...args), sentence);
  });
});

function expectOneSentence({ code, output }: Awaited<ReturnType<typeof runTool>>, sentence: string) {
  expect(output).toContain(sentence);
  expect(output.trim().split("\n")).toHaveLength(1);
  expect(code).toBe(1);
}
