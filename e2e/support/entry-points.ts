import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { distFolder } from "#server/start/build.ts";
import { projectRoot } from "#server/start/project-root.ts";

/** A page, a method of a route, or an action of the build. `need`: the right it asks for, or what replaces one. */
export type EntryPoint = { kind: "page" | "route" | "action"; name: string; path: string; need: string };
export type RouteEntryPoint = EntryPoint & { kind: "route"; method: string; writes: boolean };
export type ActionEntryPoint = EntryPoint & { kind: "action"; id: string };

const app = join(projectRoot, "app");
const source = (path: string) => readFileSync(join(app, path), "utf8");
const filesNamed = (name: string) =>
  readdirSync(app, { recursive: true, encoding: "utf8" })
    .map((path) => path.replaceAll("\\", "/"))
    .filter((path) => path.endsWith(`/${name}`))
    .sort();

const madeUp = "no-such-1";

/** Whether no part of its address varies. */
export const isFixed = ({ path }: EntryPoint): boolean => !path.includes(madeUp);

/** The addresses of the pages behind the sign-in, without those of a single record. */
export const pagePaths = (): string[] =>
  listPages()
    .filter(isFixed)
    .map(({ path }) => path);

/** Where a file of `app/` answers, with a made-up value for each part that varies. */
function toPath(file: string): string {
  const parts = file.split("/").slice(0, -1);
  return `/${parts
    .filter((part) => !part.startsWith("("))
    .map((part) => part.replace(/^\[.*\]$/, madeUp))
    .join("/")}`;
}

/** Every method of every route of `/api/console`, with the right that its source names. */
export function listRoutes(): RouteEntryPoint[] {
  return filesNamed("route.ts")
    .filter((file) => file.startsWith("api/console/"))
    .flatMap((file) => {
      const text = source(file);
      const path = toPath(file);
      return [
        ...text.matchAll(/export (?:const|async function|function) (GET|POST|PUT|PATCH|DELETE)\b/g),
      ].map(({ 1: method = "", index }): RouteEntryPoint => {
        const rest = text.slice(index);
        const own = rest.slice(0, rest.indexOf("\nexport", 1) >>> 0);
        const [, need = ""] = /right: "(\w+)"|enter\("(\w+)"/.exec(own)?.filter(Boolean) ?? [];
        return {
          kind: "route",
          name: `${method} ${path}`,
          path,
          need,
          method,
          writes: /isWrite: true/.test(own),
        };
      });
    });
}

/** Every page behind the sign-in, with the right that its source names; any that is signed in where it names none. */
export function listPages(): EntryPoint[] {
  return filesNamed("page.tsx")
    .filter((file) => file.startsWith("(console)/"))
    .map((file) => {
      const [, need = "signedIn"] = /requireUser\("(\w+)"\)/.exec(source(file)) ?? [];
      const path = toPath(file);
      return { kind: "page", name: path, path, need };
    });
}

const manifest = z.object({
  node: z.record(
    z.string(),
    z.object({
      workers: z.record(z.string(), z.unknown()),
      filename: z.string(),
      exportedName: z.string(),
    }),
  ),
});

/** Every action of the build by its id, with the right that its source names. */
export function listActions(): ActionEntryPoint[] {
  const text = readFileSync(join(distFolder(), "server/server-reference-manifest.json"), "utf8");
  return Object.entries(manifest.parse(JSON.parse(text)).node).map(
    ([id, { workers, filename, exportedName }]) => {
      const code = readFileSync(join(projectRoot, filename), "utf8");
      const from = code.indexOf(`export async function ${exportedName}(`);
      const rest = code.slice(from);
      const own = rest.slice(0, rest.indexOf("\nexport", 1) >>> 0);
      // Some files have one helper for all of their actions, which names the right; two share theirs.
      const shared = code.includes("./after-password.ts")
        ? readFileSync(join(projectRoot, "server/actions/after-password.ts"), "utf8")
        : "";
      const [, right = "public"] =
        /right: "(\w+)"/.exec(own.includes("publicAction(") ? "" : `${own}\n${code}\n${shared}`) ?? [];
      const [page = ""] = Object.keys(workers);
      return {
        kind: "action",
        name: exportedName,
        path: toPath(page.replace(/^app\//, "")),
        need: right,
        id,
      };
    },
  );
}
