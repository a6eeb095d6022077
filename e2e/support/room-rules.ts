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
  { rule: "lib does no I/O", of: /^lib\//, not: /^(node:|server-only$|pg$|kysely|pino$)/ },
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
  { rule: "product code imports nothing of e2e", of: anything, not: /^e2e\// },
  {
    rule: "product code imports no test helpers",
    of: /^(?!.*\/fake-)/,
    not: /\/(test|fake)-[\w-]+\.ts$/,
    // Published test cards and addresses, and the calls that a sandbox owner makes to test webhooks, are product.
    but: oneOf(
      /^lib\/gateway\/test-cards\.ts$/,
      /^server\/sandbox\/(test-addresses|store\/tables\/test-calls)\.ts$/,
    ),
  },
  { rule: "nobody imports app", of: /^(components|lib|server)\//, not: /^app\// },
  {
    rule: "server/gateway-client may import of the server only itself, server/db, server/sql, failpoint.ts, env.ts and log.ts",
    of: /^server\/gateway-client\//,
    not: /^(server|components)\//,
    but: oneOf(/^server\/(gateway-client|db|sql)\//, /^server\/(env|failpoint|log)\.ts$/),
  },
  {
    rule: "server/sandbox may import of ours only itself, server/sql, lib/gateway and the files of lib for money, time and formats",
    of: /^server\/sandbox\//,
    not: /^(server|lib|components|app)\/|^next(\/|$|-auth)/,
    but: oneOf(/^server\/(sandbox|sql)\//, /^lib\/(gateway|format)\//, /^lib\/(money|time)\.ts$/),
  },
  {
    rule: "nobody outside it imports server/sandbox",
    of: /^(?!server\/sandbox\/)/,
    not: /^server\/sandbox\//,
  },
  {
    rule: "server/sql knows neither of the two programs",
    of: /^server\/sql\//,
    not: /^(server|lib|components|app)\//,
    but: oneOf(/^server\/sql\//),
  },
  {
    // The store, settings and log are ground everybody stands on; the gateway is not: money goes through the journal.
    rule: "server/actions may import of the server only its own, auth, payments, gateway-cache, bulk, webhooks, db, sql, env.ts and log.ts",
    of: /^server\/actions\//,
    not: /^server\//,
    but: oneOf(
      /^server\/(actions|auth|payments|gateway-cache|bulk|webhooks|db|sql)\//,
      /^server\/(env|log)\.ts$/,
      // Says for whom the journal and the ledger ask; nothing is sent by it.
      /^server\/gateway-client\/caller\.ts$/,
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
const PARTS = ["payment-result", "receipts", "layout", "form", "ui"];

function isOwnOrBelow(file: string, target: string): boolean {
  const [, own = ""] = /^components\/([^/]+)\//.exec(file) ?? [];
  const [, other = ""] = /^components\/([^/]+)\//.exec(target) ?? [];
  // A noun with a screen of its own is in no place of the list (-1): all parts are below it.
  return own === other || PARTS.indexOf(other) > PARTS.indexOf(own);
}
