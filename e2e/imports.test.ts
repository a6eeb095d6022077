import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { findBrokenRules } from "#e2e/support/imports/import-rules.ts";
import { projectRoot } from "#server/start/project-root.ts";
import { findImportCircle } from "./support/imports/import-circles.ts";
import { importsOf } from "./support/imports/imports-of.ts";
import { filesUnder } from "./support/secrets-sweep.ts";

const topFolders = ["app", "components", "lib", "server"];

/** Those of e2e, but not the output of a run (e2e/.out), which may change meanwhile. */
const testFolders = (): string[] =>
  readdirSync(join(projectRoot, "e2e"), { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !entry.name.startsWith("."))
    .map(({ name }) => `e2e/${name}`);

/** The files of TypeScript in these folders, as paths from the root. */
const sourcesIn = (folders: readonly string[]): string[] =>
  folders
    .flatMap((folder) => filesUnder(join(projectRoot, folder)))
    .map((file) => file.slice(projectRoot.length + 1).replaceAll("\\", "/"))
    .filter((file) => /\.tsx?$/.test(file));

const isProduct = (file: string) => !/\.test\.ts$|\/test-[\w-]+\.ts$/.test(file);

describe("imports between folders", () => {
  it("import only what the design lets them import", () => {
    const files = sourcesIn(topFolders);
    const broken = files.flatMap((file) =>
      importsOf(file, readFileSync(join(projectRoot, file), "utf8")).flatMap(({ line, target }) =>
        findBrokenRules(file, target).map((rule) => `${file}:${line} imports ${target}: ${rule}`),
      ),
    );
    expect(files.length).toBeGreaterThan(100);
    expect(broken).toEqual([]);
  });

  it("have no import cycle", () => {
    const files = sourcesIn([...topFolders, ...testFolders()]);
    const imports = new Map(
      files.map((file) => [
        file,
        importsOf(file, readFileSync(join(projectRoot, file), "utf8")).map(({ target }) => target),
      ]),
    );
    expect(files.length).toBeGreaterThan(100);
    expect(findImportCircle(imports)).toBeUndefined();
  });

  it("finds an import cycle", () => {
    const imports = new Map([
      ["a", ["b", "d"]],
      ["b", ["c"]],
      ["c", ["d", "b"]],
      ["d", []],
    ]);
    expect(findImportCircle(imports)).toEqual(["b", "c", "b"]);
    expect(findImportCircle(new Map([...imports, ["c", ["d"]]]))).toBeUndefined();
  });

  it.each([
    ["lib/gateway/schemas/fields.ts", "react"],
    ["lib/gateway/schemas/fields.ts", "lib/result.ts"],
    ["lib/paths.ts", "server/env.ts"],
    ["lib/paths.ts", "next/navigation"],
    ["lib/paths.ts", "node:fs"],
    ["components/ui/button/button.tsx", "lib/gateway/schemas/fields.ts"],
    ["components/ui/button/button.tsx", "components/form/text-field.tsx"],
    ["components/charge/form/card-form.tsx", "components/batches/batch-row.ts"],
    ["components/receipts/papers.ts", "components/payment-result/use-now.ts"],
    ["components/receipts/papers.ts", "components/charge/form/card-form.tsx"],
    ["components/charge/form/card-form.tsx", "server/db/db.ts"],
    ["components/charge/form/card-form.tsx", "app/page.tsx"],
    ["server/gateway-client/client.ts", "server/payments/submit.ts"],
    ["server/sandbox/main.ts", "server/db/db.ts"],
    ["server/sql/migrate.ts", "server/db/database.ts"],
    ["server/sandbox/main.ts", "lib/paths.ts"],
    ["server/sandbox/main.ts", "next/server"],
    ["server/payments/submit.ts", "server/sandbox/settings.ts"],
    ["server/actions/payments.ts", "e2e/support/until.ts"],
    ["server/payments/submit.ts", "server/gateway-client/fake-gateway.ts"],
    ["server/actions/payments.ts", "components/ui/button/button.tsx"],
    ["server/actions/payments.ts", "app/page.tsx"],
    ["server/actions/payments.ts", "server/gateway-client/client.ts"],
  ])("would not let %s import %s", (file, target) => {
    expect(findBrokenRules(file, target)).not.toEqual([]);
  });

  it("never arm failpoints, which only the proof and tests do", () => {
    const arming = sourcesIn(topFolders).filter((file) =>
      readFileSync(join(projectRoot, file), "utf8").includes("armFailpoint"),
    );
    expect(arming.sort()).toEqual([
      "server/failpoint.test.ts",
      "server/failpoint.ts",
      "server/payments/orders/crash.test.ts",
    ]);
  });

  it("leave the merchant's locale to lib/format: nothing else formats dates, times or numbers", () => {
    const others = sourcesIn(topFolders)
      .filter((file) => !/^lib\/(format\/|time\.ts$)/.test(file))
      .filter((file) =>
        /\.toLocale\w*String\(|Intl\.(DateTime|Number)Format/.test(
          readFileSync(join(projectRoot, file), "utf8"),
        ),
      );
    expect(others).toEqual([]);
  });

  it("use the console's own link, which prepares no page before it is pointed at", () => {
    const others = sourcesIn(["app", "components"]).filter((file) =>
      readFileSync(join(projectRoot, file), "utf8").includes('from "next/link"'),
    );
    expect(others).toEqual(["components/layout/navigation/link.tsx"]);
  });

  it("leave SQL to the rooms of server/: none in a page, a component, an action or lib", () => {
    const sql = /\.(selectFrom|insertInto|updateTable|deleteFrom|replaceInto)\(|\bsql`/;
    const others = sourcesIn(["app", "components", "lib", "server/actions"]).filter(
      (file) => isProduct(file) && sql.test(readFileSync(join(projectRoot, file), "utf8")),
    );
    expect(others, "move the query to the room of server/ that owns the table").toEqual([]);
  });

  it("keep the SQL on attempts in the files of server/payments that are made for it", () => {
    const made =
      /^server\/payments\/(attempts\/(attempts|attempt-steps|canceled-ids|attempt-queries|payment-queries|attempt-digests|attempts-to-index|attempts-of-batch|attempt-audit|attempt-customers|request-customers|limit-use|put-after-earlier|sample-attempts|attempts-without-outcome)|lookup\/store-records)\.ts$/;
    const sql =
      /["'`](attempts|attempt_steps)( as \w+)?["'`]\)|Join\(\s*["'`](attempts|attempt_steps)\b|(from|join) attempts\b/;
    const others = sourcesIn(["server"])
      .filter((file) => isProduct(file) && !made.test(file))
      .filter((file) => !file.startsWith("server/sandbox/") && !file.startsWith("server/db/tables/"))
      .filter((file) => sql.test(readFileSync(join(projectRoot, file), "utf8")));
    expect(others, "use or add a function of server/payments/attempts").toEqual([]);
  });

  it("finds every way of importing", () => {
    const source = [
      'import a from "#lib/a.ts";',
      'import type { B } from "./b.ts";',
      "import {",
      "  c,",
      '} from "../c.ts";',
      'import "#lib/d.ts";',
      'export { e } from "./e.ts";',
      'const f = await import("#server/f.ts");',
      'type G = import("./g.ts").G;',
      'import h from "react";',
    ].join("\n");
    expect(importsOf("components/ui/x.ts", source)).toEqual([
      { line: 1, target: "lib/a.ts" },
      { line: 2, target: "components/ui/b.ts" },
      { line: 5, target: "components/c.ts" },
      { line: 6, target: "lib/d.ts" },
      { line: 7, target: "components/ui/e.ts" },
      { line: 8, target: "server/f.ts" },
      { line: 9, target: "components/ui/g.ts" },
      { line: 10, target: "react" },
    ]);
  });
});
