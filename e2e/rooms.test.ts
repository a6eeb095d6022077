import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { projectRoot } from "#server/start/project-root.ts";
import { importsOf } from "./support/imports-of.ts";
import { findBrokenRules } from "./support/room-rules.ts";
import { filesUnder } from "./support/secrets-sweep.ts";

const rooms = ["app", "components", "lib", "server"];

describe("the rooms", () => {
  it("import only what the design lets them import", () => {
    const files = rooms
      .flatMap((room) => filesUnder(join(projectRoot, room)))
      .map((file) => file.slice(projectRoot.length + 1).replaceAll("\\", "/"))
      .filter((file) => /\.tsx?$/.test(file));
    const broken = files.flatMap((file) =>
      importsOf(file, readFileSync(join(projectRoot, file), "utf8")).flatMap(({ line, target }) =>
        findBrokenRules(file, target).map((rule) => `${file}:${line} imports ${target}: ${rule}`),
      ),
    );
    expect(files.length).toBeGreaterThan(100);
    expect(broken).toEqual([]);
  });

  it.each([
    ["lib/gateway/fields.ts", "react"],
    ["lib/gateway/fields.ts", "lib/result.ts"],
    ["lib/paths.ts", "server/env.ts"],
    ["lib/paths.ts", "next/navigation"],
    ["lib/paths.ts", "node:fs"],
    ["components/ui/button.tsx", "lib/gateway/fields.ts"],
    ["components/ui/button.tsx", "components/form/text-field.tsx"],
    ["components/charge/card-form.tsx", "components/batches/batch-row.ts"],
    ["components/receipts/papers.ts", "components/attempts/use-now.ts"],
    ["components/receipts/papers.ts", "components/charge/card-form.tsx"],
    ["components/layout/brand.tsx", "components/shell/console-header.tsx"],
    ["components/charge/card-form.tsx", "server/db/db.ts"],
    ["components/charge/card-form.tsx", "app/page.tsx"],
    ["server/gateway/client.ts", "server/journal/run.ts"],
    ["server/sandbox/app.ts", "server/db/db.ts"],
    ["server/sandbox/app.ts", "lib/paths.ts"],
    ["server/sandbox/app.ts", "next/server"],
    ["server/journal/run.ts", "server/sandbox/env.ts"],
    ["server/actions/payments.ts", "components/ui/button.tsx"],
    ["server/actions/payments.ts", "app/page.tsx"],
    ["server/actions/payments.ts", "server/gateway/client.ts"],
  ])("would not let %s import %s", (file, target) => {
    expect(findBrokenRules(file, target)).not.toEqual([]);
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
