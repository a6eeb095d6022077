import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { describe, expect, it, test } from "vitest";
import { navFor } from "#components/layout/navigation/nav.ts";
import { blocksOf, type Doc, doc, docs, proseOf, waysToRun } from "#e2e/support/docs.ts";
import { bulkColumns } from "#lib/gateway/schemas/bulk.ts";
import { testCards, testChecks } from "#lib/gateway/test-cards.ts";
import { keysOf } from "#lib/keys-of.ts";
import { moneyRights } from "#lib/permissions.ts";
import { merchantSettingNames } from "#lib/settings/merchant-settings.ts";
import { tables as consoleTables } from "#server/db/database.ts";
import { settingsHelp } from "#server/sandbox/settings.ts";
import { tables as sandboxTables } from "#server/sandbox/store/database.ts";
import { projectRoot } from "#server/start/project-root.ts";

const inRoot = (path: string) => join(projectRoot, path);
const scripts: Record<string, string> = JSON.parse(readFileSync(inRoot("package.json"), "utf8")).scripts;

/** A heading as the address of its section: "The data key" is #the-data-key. */
const toAnchor = (heading: string) =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s-]/gu, "")
    .trim()
    .replaceAll(" ", "-");

const anchorsOf = (one: Doc) =>
  [...proseOf(one).matchAll(/^#+ (.*)$/gm)].map(([, heading = ""]) => toAnchor(heading));

/** Links to other files, from the folder of the doc, with the section they name. */
const linksOf = (one: Doc) =>
  [...proseOf(one).matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, target = ""]) => target)
    .filter((target) => !/^https?:/.test(target))
    .map((target) => {
      const [file = "", anchor] = target.split("#");
      return { target, anchor, path: file === "" ? one.path : normalize(join(dirname(one.path), file)) };
    });

/** Output of runs and builds, which a new clone does not have. */
const ignored = new Set(
  readFileSync(inRoot(".gitignore"), "utf8")
    .split("\n")
    .map((line) => line.replace(/\/$/, "")),
);

describe("the README", () => {
  const { text } = doc("README.md");

  it("has at most 150 lines", () => {
    expect(text.split("\n").length).toBeLessThanOrEqual(150);
  });

  it("shows two small screenshots that are there", () => {
    const images = [...text.matchAll(/!\[[^\]]+\]\((docs\/img\/[\w-]+\.png)\)/g)].map(
      ([, path = ""]) => path,
    );
    expect(images).toHaveLength(2);
    expect(images.map((path) => path.slice("docs/img/".length)).sort()).toEqual(
      readdirSync(inRoot("docs/img")).sort(),
    );
    for (const path of images) {
      expect(statSync(inRoot(path)).size, path).toBeLessThan(200_000);
      const header = readFileSync(inRoot(path)).subarray(0, 24);
      expect([header.readUInt32BE(16), header.readUInt32BE(20)], path).toEqual([1280, 800]);
    }
  });

  it("leads to every other doc, directly or through another", () => {
    const reached = new Set(["README.md"]);
    for (const path of reached)
      for (const link of linksOf(doc(path)))
        if (docs.some((one) => one.path === link.path)) reached.add(link.path);
    expect([...reached].sort()).toEqual(docs.map(({ path }) => path));
  });
});

describe.each(docs.map((one) => [one.path, one] as const))("%s", (_path, one) => {
  it("says of every shell block how a test runs it", () => {
    const allowed = ["", "nginx", ...Object.keys(waysToRun).map((way) => `sh ${way}`)];
    const others = blocksOf(one).filter(({ info }) => !allowed.includes(info));
    expect(others.map(({ line, info }) => `line ${line}: ${info}`)).toEqual([]);
    const commands = blocksOf(one).filter(
      ({ info, text }) => info === "" && /^\s*(\$|npm|npx|node|curl) /m.test(text),
    );
    expect(commands.map(({ line }) => `line ${line}`)).toEqual([]);
  });

  it("links only to files and sections that are there", () => {
    const broken = linksOf(one).filter(({ path, anchor }) => {
      if (!existsSync(inRoot(path))) return true;
      return anchor !== undefined && !anchorsOf(doc(path)).includes(anchor);
    });
    expect(broken.map(({ target }) => target)).toEqual([]);
  });

  it("names only files and folders of the project that are there", () => {
    const named = [
      ...proseOf(one).matchAll(/`((?:app|components|deploy|docs|e2e|lib|server|\.ci)\/[^`\s]*)`/g),
    ];
    const missing = named
      .map(([, path = ""]) => path)
      .filter((path) => !path.includes("NAME") && !ignored.has(path) && !existsSync(inRoot(path)));
    expect(missing).toEqual([]);
  });

  it("names only npm scripts that are there", () => {
    const named = [...one.text.matchAll(/npm run ([\w:-]+)/g)].map(([, name = ""]) => name);
    expect(named.filter((name) => !(name in scripts))).toEqual([]);
  });

  it("names no folder of a developer's machine", () => {
    expect(one.text).not.toMatch(/(^|[\s"'`(=])\/(tmp|home|root|Users|work)\//m);
  });
});

test("each row of a table has the cells of its header", () => {
  const cells = (row: string) => row.replaceAll(/`[^`]*`|\\\|/g, "").split("|").length;
  const wrong = docs.flatMap(({ path, text }) => {
    let header = "";
    return text.split("\n").flatMap((line, place) => {
      if (!line.startsWith("|")) header = "";
      else header ||= line;
      return header === "" || cells(line) === cells(header) ? [] : [`${path}:${place + 1}`];
    });
  });
  expect(wrong).toEqual([]);
});

test("the docs name every npm script", () => {
  const all = docs.map(({ text }) => text).join("\n");
  const named = (script: string) => all.includes(`npm run ${script}`) || all.includes(`npm ${script}\``);
  expect(Object.keys(scripts).filter((script) => !named(script))).toEqual([]);
});

test("docs/sandbox.md names every test card, every test account and every setting", () => {
  const { text } = doc("docs/sandbox.md");
  const named = [
    ...testCards.map(({ number }) => number),
    ...Object.keys(testChecks.returnedAccounts),
    ...settingsHelp.map(([name]) => `\`${name}\``),
  ];
  const isThere = (name: string) => new RegExp(`(?<![\\w-])${name}(?![\\w-])`).test(text);
  expect(
    named.filter((name) => !isThere(name)),
    "each needs a row in docs/sandbox.md",
  ).toEqual([]);
});

test("docs/sandbox.md names every call of the control plane", () => {
  const source = readFileSync(inRoot("server/sandbox/control/index.ts"), "utf8");
  const calls = [...source.matchAll(/app\.(get|post|put|delete)\("([^"]+)"/g)].map(
    ([, method = "", path = ""]) => `${method.toUpperCase()} /_sandbox${path.replace(/:(\w+)/, "{$1}")}`,
  );
  expect(calls.length).toBeGreaterThan(10);
  const { text } = doc("docs/sandbox.md");
  expect(calls.filter((call) => !text.includes(`\`${call}\``))).toEqual([]);
});

test("docs/console.md has every page of the navigation in its table, and its keys", () => {
  const { text } = doc("docs/console.md");
  const missing = navFor({ role: "admin", hasApprovals: true }).flatMap(({ label, keys = "" }) => [
    ...(new RegExp(`^\\| ${label} +\\|`, "m").test(text) ? [] : [`a row for the page ${label}`]),
    ...(text.includes(`\`${keys.toUpperCase()}\``) ? [] : [`the keys ${keys} of ${label} under Keyboard`]),
  ]);
  expect(missing).toEqual([]);
});

test("no two pages of the navigation have the same keys", () => {
  const keys = navFor({ role: "admin", hasApprovals: true }).map(({ keys }) => keys);
  expect(keys.filter((one, place) => keys.indexOf(one) !== place)).toEqual([]);
});

test("the docs name only parts of the proof that are there, and docs/proof.md has a row for each", () => {
  const source = readFileSync(inRoot("e2e/proof/parts.ts"), "utf8");
  const table = source.slice(source.indexOf("export const parts"));
  const parts = [...table.matchAll(/^ {2}(\w+): \{/gm)].map(([, name = ""]) => name);
  expect(parts.length).toBeGreaterThan(10);
  const named = docs.flatMap(({ path, text }) =>
    [...text.matchAll(/npm run prove -- ([^`\n]*)/g)].flatMap(([, given = ""]) =>
      given
        .replaceAll(/--\w+ \S+/g, "")
        .split(/\s+/)
        .filter((name) => name !== "" && !parts.includes(name))
        .map((name) => `${path}: ${name}`),
    ),
  );
  expect(named).toEqual([]);
  const { text } = doc("docs/proof.md");
  expect(parts.filter((name) => !text.includes(`\n| \`${name}\` `))).toEqual([]);
});

test("docs/operations.md names every setting of the console", () => {
  const source = readFileSync(inRoot("server/settings.ts"), "utf8");
  const names = [...source.matchAll(/^ {2}([A-Z][A-Z_]+): /gm)].map(([, name = ""]) => name);
  expect(names.length).toBeGreaterThan(15);
  const { text } = doc("docs/operations.md");
  expect(names.filter((name) => !text.includes(`\`${name}\``))).toEqual([]);
});

test("docs/operations.md lists every setting of the merchant", () => {
  const [, rest = ""] = doc("docs/operations.md").text.split("\n## Settings of the merchant\n");
  const [section = ""] = rest.split("\n## ");
  expect(merchantSettingNames.filter((name) => !section.includes(`\`${name}\``))).toEqual([]);
});

test("docs/sandbox.md names every column of a bulk file", () => {
  const [, list = ""] = /Columns:\n([\s\S]*?)\n\n/.exec(doc("docs/sandbox.md").text) ?? [];
  const named = [...list.matchAll(/`([^`]+)`/g)].map(([, name = ""]) => name);
  const isNamed = (column: string) =>
    named.includes(column) ||
    column.split("_").every((part, place) => named.includes(place ? part : `${part}_`));
  expect(keysOf(bulkColumns).filter((column) => !isNamed(column))).toEqual([]);
});

test("docs/operations.md names every right that can be limited, and every table that a backup leaves out", () => {
  const { text } = doc("docs/operations.md");
  const source = readFileSync(inRoot("server/backup/store-rows.ts"), "utf8");
  const [, list = ""] = /leftOut[^[]*\[([^\]]*)\]/.exec(source) ?? [];
  const leftOut = [...list.matchAll(/"(\w+)"/g)].map(([, name = ""]) => name);
  expect(leftOut).toContain("sessions");
  expect([...moneyRights, ...leftOut].filter((name) => !text.includes(`\`${name}\``))).toEqual([]);
});

test("ARCHITECTURE.md has a row for every folder of server/", () => {
  const foldersIn = (path: string) =>
    readdirSync(inRoot(path), { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => `${path}/${name}`);
  const folders = foldersIn("server").flatMap((path) => (path === "server/books" ? foldersIn(path) : path));
  const { text } = doc("ARCHITECTURE.md");
  const rows = [...text.matchAll(/^\| `(server\/[\w/-]+)\/` /gm)].map(([, path = ""]) => path);
  expect(rows.filter((path) => path !== "server").sort()).toEqual(folders.sort());
});

test("SECURITY.md says of every table of both stores what it keeps", () => {
  const { text } = doc("SECURITY.md");
  const tables = [...Object.keys(consoleTables), ...Object.keys(sandboxTables)];
  expect(tables.filter((name) => !text.includes(`\`${name}\``))).toEqual([]);
});

test("each decision gives its context, what was decided and what follows, and is listed by its title", () => {
  const decisions = docs.filter(({ path }) => /^docs\/decisions\/\d{4}-/.test(path));
  expect(decisions.length).toBeGreaterThanOrEqual(12);
  decisions.forEach(({ path, text }, place) => {
    expect(text, path).toMatch(new RegExp(`^# ${place + 1}\\. .+\n\n## Context\n`));
    expect(
      [...text.matchAll(/^## (.*)$/gm)].map(([, heading]) => heading),
      path,
    ).toEqual(["Context", "Decision", "Consequences"]);
    const [, title = ""] = /^# \d+\. (.+)$/m.exec(text) ?? [];
    const row = new RegExp(`^\\| \\[${place + 1}\\]\\(${path.split("/").at(-1)}\\) +\\| (.+?) +\\|$`, "m");
    expect(row.exec(doc("docs/decisions/README.md").text)?.[1], path).toBe(title);
  });
});
