import { createHash, randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import { describeSandboxOnSqlite } from "#e2e/support/sandbox.ts";
import { authorization } from "#lib/gateway/signature.ts";

const known = { key: "_V87Qtb513Cd3vabM7RC0TbtJWeSo8p7", pin: "123456", seed: "abcdefghijklmnop" };
const knownHash = "b74c2fa91fb0a09755e377ee8e20aa86d2b92c3d2f277280db595f636bb190e6";
const sha256Hex = (text: string) => createHash("sha256").update(text).digest("hex");
const basic = (credential: string) => `Basic ${btoa(credential)}`;

describeSandboxOnSqlite("signing", (sandbox) => {
  const list = (header: string | null) =>
    sandbox().request("GET", "/batches", undefined, { authorization: header });

  test("the documented signature example is accepted, also repeatedly", async () => {
    await sandbox().control("POST", "/keys", { key: known.key, pin: known.pin });
    const header = basic(`${known.key}:s2/${known.seed}/${knownHash}`);
    expect((await list(header)).status).toBe(200);
    expect((await list(header)).status).toBe(200);
  });

  test.each(["a/b+c=d/e", "//", "=", "s2/x/y"])("a seed may be %s", async (seed) => {
    const { key, pin } = sandbox();
    expect((await list(authorization(key, pin, seed, sha256Hex))).status).toBe(200);
  });

  test("the scheme may be spelled in any letter case", async () => {
    const { key, pin } = sandbox();
    const header = authorization(key, pin, "seed", sha256Hex).replace("Basic", "bAsIc");
    expect((await list(header)).status).toBe(200);
  });

  test.each([
    ["nothing at all", null],
    ["another scheme", "Bearer abc"],
    ["no base64", "Basic %%%"],
    ["a plain password", basic("key:pin")],
    ["an unfinished hash", basic("key:s2/seed/abc")],
    ["a hash of the wrong version", basic(`key:s1/seed/${"0".repeat(64)}`)],
  ])("%s instead of a signature is 401 with errorcode 0", async (_, header) => {
    const answer = await list(header);
    expect(answer.status).toBe(401);
    expect(answer.body).toEqual({ error: "Authentication required", errorcode: 0 });
    expect(answer.headers.get("x-rate-limit")).toBeNull();
  });

  test("an unknown key is 401 with errorcode 23", async () => {
    const answer = await list(authorization("unknown", "1", "seed", sha256Hex));
    expect([answer.status, answer.body.errorcode]).toEqual([401, 23]);
  });

  test("a wrong PIN is 401 with errorcode 21002 and reveals nothing", async () => {
    const { key, pin } = sandbox();
    const answer = await list(authorization(key, `${pin}x`, randomBytes(8).toString("hex"), sha256Hex));
    expect([answer.status, answer.body.errorcode]).toEqual([401, 21002]);
    expect(answer.text).not.toContain(pin);
  });

  test("an unauthenticated caller learns nothing about paths", async () => {
    const answer = await sandbox().request("GET", "/nowhere", undefined, { authorization: null });
    expect(answer.status).toBe(401);
  });

  test("a cached header is rejected once its key's PIN or addresses change", async () => {
    const header = authorization("changing", "1", "seed", sha256Hex);
    await sandbox().control("POST", "/keys", { key: "changing", pin: "1" });
    expect((await list(header)).status).toBe(200);
    await sandbox().control("POST", "/keys", { key: "changing", pin: "2" });
    expect((await list(header)).body.errorcode).toBe(21002);
    await sandbox().control("POST", "/keys", { key: "changing", pin: "1" });
    expect((await list(header)).status).toBe(200);
    await sandbox().control("POST", "/keys", { key: "changing", pin: "1", allowedIps: ["203.0.113.9"] });
    expect((await list(header)).body.errorcode).toBe(156);
  });

  test("a key may be limited to client addresses", async () => {
    await sandbox().control("POST", "/keys", { key: "elsewhere", pin: "1", allowedIps: ["203.0.113.9"] });
    const answer = await sandbox().request("GET", "/batches", undefined, { key: "elsewhere", pin: "1" });
    expect([answer.status, answer.statusText]).toEqual([401, "Access Denied"]);
    expect(answer.body).toEqual({ error: "Access Denied", errorcode: 156 });
  });

  test("a key without a PIN may charge, but neither refund nor void", async () => {
    await sandbox().control("POST", "/keys", { key: "pinless", pin: "" });
    const own = { key: "pinless", pin: "" };
    const sale = await sandbox().command("cash:sale", { amount: 1 }, own);
    expect(sale.body.result_code).toBe("A");
    const refund = await sandbox().command("cash:refund", { amount: 1 }, own);
    expect([refund.status, refund.body.result_code, refund.body.error_code]).toEqual([200, "E", 84]);
  });

  test("a key may be limited to some commands, by any of their names", async () => {
    await sandbox().control("POST", "/keys", { key: "narrow", pin: "1", commands: ["cc:sale"] });
    const own = { key: "narrow", pin: "1" };
    const card = { number: "4000100011112224", expiration: "1249" };
    expect((await sandbox().command("sale", { amount: 1, creditcard: card }, own)).body.result_code).toBe(
      "A",
    );
    const cash = await sandbox().command("cash:sale", { amount: 1 }, own);
    expect([cash.body.result_code, cash.body.error_code]).toEqual(["E", 80]);
  });
});
