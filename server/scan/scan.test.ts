import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { gzipSync } from "node:zlib";
import { afterAll, describe, expect, it, test } from "vitest";
import { describeStores } from "#server/db/test-store.ts";
import { projectRoot } from "#server/start/project-root.ts";
import { findCards } from "./find-cards.ts";
import { scanFile } from "./scan-files.ts";
import { scanStore } from "./scan-store.ts";

// Valid by its check digit, in a range of Visa, and on no list of published test cards.
const number = "4929714853108427";
const found = (text: string) => findCards(text).map(({ what, written }) => `${what}, ${written}`);
const base64 = (text: string) => Buffer.from(text).toString("base64");
const wide = (text: string) => Buffer.from(text, "utf16le").toString("latin1");

describe("findings of a scan", () => {
  it.each([
    ["bare", `"number":"${number}"`, "card number, plain"],
    ["with spaces", "4929 7148 5310 8427", "card number, plain"],
    ["with hyphens", "4929-7148-5310-8427", "card number, plain"],
    ["escaped in JSON", [...number].map((digit) => `\\u003${digit}`).join(""), "card number, escaped"],
    ["as American Express groups it", "3714 496353 98431", "card number, plain"],
    ["with a sign between all digits", [...number].join("-"), "card number, plain"],
    ["in an address", "4929%207148%205310%208427", "card number, escaped"],
    ["as UTF-16", wide(` ${number} `), "card number, two bytes a character"],
    ["in base64", base64(`<b>Card ${number}</b>`), "card number, base64"],
    ["in base64 of base64", base64(base64(`Card ${number}`)), "card number, base64"],
    ["a track", ";4929714853108427=30121011234567890?", "swiped track, plain"],
    ["a security code", '{"cvc":"123"}', "security code, plain"],
    ["a published test card", "4000100011112224", "published test card, plain"],
  ])("include %s", (_, text, expected) => {
    expect(found(`before ${text} after`)).toContain(expected);
  });

  it.each([
    ["a wrong check digit", "4929714853108426"],
    ["digits within a longer number", `1${number}`],
    ["a masked number", "492971xxxxxx8427"],
    ["part of a digest", `a${number}f`],
    ["an amount beside a date", "4412026-11-24 10:33"],
    ["a decimal", `0.${number}`],
    ["a heading of a file", "number,cvc,amount"],
  ])("do not include %s", (_, text) => {
    expect(found(` ${text} `)).toEqual([]);
  });

  it("repeats no more than the first six and last four digits", () => {
    expect(findCards(number)).toMatchObject([{ shown: "492971…8427" }]);
  });
});

describe("a file", () => {
  const folder = mkdtempSync(join(tmpdir(), "scan-"));
  afterAll(() => rmSync(folder, { recursive: true }));
  const file = (name: string, text: string) => {
    writeFileSync(join(folder, name), text, "latin1");
    return join(folder, name);
  };

  it("compressed by gzip, such as a backup, is read as it was before", async () => {
    const path = join(folder, "console.backup");
    writeFileSync(path, gzipSync(`{"number":"${number}"}`));
    expect(await scanFile(path, 64)).toMatchObject([{ what: "card number", written: "plain" }]);
    // What is cut off is reported as unreadable, not as clean.
    writeFileSync(path, gzipSync(`{"number":"${number}"}`).subarray(0, 20));
    await expect(scanFile(path)).rejects.toThrow("unexpected end of file");
  });

  it("has a number found wherever a piece ends, and once", async () => {
    for (let before = 9990; before < 10_010; before += 1) {
      const all = await scanFile(file("split", `${" ".repeat(before)}${number}${" ".repeat(5000)}`), 10_000);
      expect(all, `${before}`).toMatchObject([{ at: before, what: "card number" }]);
    }
    const receipt = base64(`${"x".repeat(20_000)} ${number} ${"x".repeat(20_000)}`);
    for (const bytes of [7001, 7002, 7003, 7004])
      expect(await scanFile(file("receipt", receipt), bytes)).toMatchObject([{ written: "base64" }]);
  });

  it("is read in linear time", async () => {
    const digits = "4".repeat(2_000_000);
    const started = performance.now();
    await scanFile(file("digits", digits + "%34".repeat(300_000) + "A".repeat(2_000_000)));
    expect(performance.now() - started).toBeLessThan(20_000);
  });

  test("that holds one ends the command with 1, and the number is not in its output", async () => {
    const run = promisify(execFile);
    const scan = (path: string) =>
      run(process.execPath, [join(projectRoot, "server/scan/scan-cli.ts"), path], { cwd: folder });
    const held = scan(file("held.csv", `Ada,${number}`));
    await expect(held).rejects.toMatchObject({
      code: 1,
      stdout: expect.stringContaining("held.csv, byte 4: card number, 492971…8427"),
    });
    await held.catch(({ stdout }: { stdout: string }) => expect(stdout).not.toContain(number));
    expect((await scan(file("clean.csv", "Ada,4000100011112224"))).stdout).toContain(
      "No card data in 1 files; 1 × published",
    );
  });
});

describeStores("the rows of a store", (open) => {
  it("are read in every table", async () => {
    const { db } = await open();
    expect(await scanStore(db as never)).toEqual([]);
    await db
      .insertInto("settings")
      .values({ name: "note", value: `{"a":"${base64(`card ${number}`)}"}` })
      .execute();
    expect(await scanStore(db as never)).toMatchObject([{ table: "settings", written: "base64" }]);
  });
});
