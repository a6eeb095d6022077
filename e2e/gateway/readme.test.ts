import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { findOnPath } from "#e2e/run/on-path.ts";
import { type RunningSandbox, startSandbox } from "#e2e/support/sandbox.ts";
import { testCards, testChecks } from "#lib/gateway/test-cards.ts";
import { demoKey, settingsHelp } from "#server/sandbox/env.ts";

const readme = await readFile(new URL("../../README.md", import.meta.url), "utf8");

describe("the README of the sandbox", () => {
  let sandbox: RunningSandbox;
  beforeAll(async () => {
    sandbox = await startSandbox({
      settings: { SANDBOX_API_KEY: demoKey.key, SANDBOX_API_PIN: demoKey.pin },
    });
  });
  afterAll(() => sandbox?.stop());

  const tools = ["sh", "curl", "openssl", "base64"].every((tool) => findOnPath(tool));
  test.runIf(tools)("has a quick start that works as it is written", async () => {
    const section = readme.slice(readme.indexOf("## The sandbox gateway alone"));
    const [, script = ""] = /```sh\n(.*?)```/s.exec(section) ?? [];
    expect(script).toContain("http://127.0.0.1:4010/api/v2/transactions");
    const here = script
      .replaceAll("http://127.0.0.1:4010/api/v2", sandbox.url)
      .replaceAll("curl ", "curl -sS ");
    const { stdout } = await promisify(execFile)("sh", ["-ec", here]);
    expect(stdout).toContain('"result_code":"A"');
    expect(stdout).toContain('"sales_amount":12.5');
  });

  test("names every test card, every test account and every setting", () => {
    for (const { number } of testCards) expect(readme, number).toMatch(new RegExp(`\\b${number}\\b`));
    for (const account of Object.keys(testChecks.returnedAccounts)) expect(readme).toContain(account);
    for (const [name] of settingsHelp) expect(readme, name).toContain(`\`${name}\``);
  });
});
