import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { auditEvents } from "#lib/audit/events.ts";

const server = fileURLToPath(new URL("..", import.meta.url));
const sources = readdirSync(server, { recursive: true, encoding: "utf8" })
  .filter((path) => path.endsWith(".ts") && !/\.test\.ts$|\/test-/.test(path))
  .map((path) => readFileSync(`${server}/${path}`, "utf8"))
  .join("\n");

it("every event of the audit table has a writer", () => {
  const unwritten = Object.keys(auditEvents).filter((name) => !sources.includes(`name: "${name}"`));
  expect(unwritten).toEqual([]);
});
