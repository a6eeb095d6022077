/** Which rules an import breaks, in words; none when it is allowed. Both are paths from the project's root, or a package. */
export function findBrokenRules(file: string, target: string): string[] {
  if (TEST.test(file)) return [];
  return rules
    .filter(({ of, not, but }) => of.test(file) && not.test(target) && !but?.(file, target))
    .map(({ rule }) => rule);
}

type RoomRule = {
  rule: string;
  of: RegExp;
  not: RegExp;
  but?: (file: string, target: string) => boolean;
};

/** Tests may look at whatever they need. */
const TEST = /\.test\.tsx?$|\/test-[\w-]+\.tsx?$/;

const anything = /./;
const oneOf =
  (...allowed: RegExp[]) =>
  (_file: string, target: string) =>
    allowed.some((pattern) => pattern.test(target));

const rules: RoomRule[] = [
  {
    rule: "lib/gateway may import zod, itself and lib/money.ts, nothing else",
    of: /^lib\/gateway\//,
    not: anything,
    but: oneOf(/^zod(\/|$)/, /^lib\/gateway\//, /^lib\/money\.ts$/),
  },
  {
    rule: "lib may not import server, components, app or next",
    of: /^lib\//,
    not: /^(server|components|app|next)(\/|$)/,
  },
  { rule: "lib does no I/O", of: /^lib\//, not: /^(node:|server-only$|pg$|kysely|better-sqlite3|pino$)/ },
  {
    rule: "components/ui knows neither contract, queries, forms nor other components",
    of: /^components\/ui\//,
    not: /^(lib\/(gateway|queries|forms)\/|components\/|@tanstack\/react-query|react-hook-form)/,
    but: oneOf(/^components\/ui\//),
  },
  {
    rule: "components may import no server code but server/actions",
    of: /^components\//,
    not: /^server(\/|-only$)/,
    but: oneOf(/^server\/actions\//),
  },
  {
    rule: "a noun's components may not import another noun's; the shared parts import only parts below them",
    of: /^components\/(?!(ui|form|layout)\/)/,
    not: /^components\//,
    but: isOwnOrBelow,
  },
  {
    rule: "form and layout know no noun",
    of: /^components\/(form|layout)\//,
    not: /^components\//,
    but: oneOf(/^components\/(ui|form|layout)\//),
  },
  { rule: "nobody imports app", of: /^(components|lib|server)\//, not: /^app\// },
  {
    rule: "server/gateway may import of the server only itself, server/db, server/env.ts and server/log.ts",
    of: /^server\/gateway\//,
    not: /^(server|components)\//,
    but: oneOf(/^server\/(gateway|db)\//, /^server\/(env|log)\.ts$/),
  },
  {
    rule: "server/sandbox may import of ours only itself, lib/gateway and lib/money.ts",
    of: /^server\/sandbox\//,
    not: /^(server|lib|components|app)\/|^next(\/|$|-auth)/,
    but: oneOf(/^server\/sandbox\//, /^lib\/gateway\//, /^lib\/money\.ts$/),
  },
  {
    rule: "nobody outside it imports server/sandbox",
    of: /^(?!server\/sandbox\/)/,
    not: /^server\/sandbox\//,
  },
  {
    // The store, settings and log are ground everybody stands on; the gateway is not: money goes through the journal.
    rule: "server/actions may import of the server only its own, auth, journal, ledger, bulk, webhooks, db, env.ts and log.ts",
    of: /^server\/actions\//,
    not: /^server\//,
    but: oneOf(
      /^server\/(actions|auth|journal|ledger|bulk|webhooks|db)\//,
      /^server\/(env|log)\.ts$/,
      // Says for whom the journal and the ledger ask; nothing is sent by it.
      /^server\/gateway\/caller\.ts$/,
    ),
  },
  { rule: "server may not import components", of: /^server\//, not: /^components\// },
  {
    rule: "nobody outside it imports the starter",
    of: /^(?!server\/start[/.])/,
    not: /^server\/start[/.]/,
  },
];

/** What screens of several nouns show, from top to bottom: each may use those after it, never the other way. */
const PARTS = ["attempts", "receipts", "shell", "layout", "form", "ui"];

function isOwnOrBelow(file: string, target: string): boolean {
  const [, own = ""] = /^components\/([^/]+)\//.exec(file) ?? [];
  const [, other = ""] = /^components\/([^/]+)\//.exec(target) ?? [];
  // A noun with a screen of its own is in no place of the list (-1): all parts are below it.
  return own === other || PARTS.indexOf(other) > PARTS.indexOf(own);
}
