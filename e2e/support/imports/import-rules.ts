/** The rules that an import breaks, as text; empty when it is allowed. Both are paths from the project's root, or a package. */
export function findBrokenRules(file: string, target: string): string[] {
  if (TEST.test(file)) return [];
  return rules
    .filter(({ of, not, but }) => of.test(file) && not.test(target) && !but?.(file, target))
    .map(({ rule }) => rule);
}

type ImportRule = {
  rule: string;
  of: RegExp;
  not: RegExp;
  but?: (file: string, target: string) => boolean;
};

/** Tests may import anything. */
const TEST = /\.test\.tsx?$|\/test-[\w-]+\.tsx?$/;

const anything = /./;
const oneOf =
  (...allowed: RegExp[]) =>
  (_file: string, target: string) =>
    allowed.some((pattern) => pattern.test(target));

const rules: ImportRule[] = [
  {
    rule: "lib/gateway may import zod, itself, lib/money.ts, lib/keys-of.ts and lib/language, nothing else",
    of: /^lib\/gateway\//,
    not: anything,
    but: oneOf(/^zod(\/|$)/, /^lib\/(gateway|language)\//, /^lib\/(money|keys-of)\.ts$/),
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
  { rule: "product code may not import e2e", of: anything, not: /^e2e\// },
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
  { rule: "only app may import app", of: /^(components|lib|server)\//, not: /^app\// },
  {
    rule: "server/gateway-client may import of the server only itself, server/db, server/sql, failpoint.ts, env.ts, log.ts, per-process.ts, sha256.ts, the registry of metrics and the spans of traces",
    of: /^server\/gateway-client\//,
    not: /^(server|components)\//,
    but: oneOf(
      /^server\/(gateway-client|db|sql)\//,
      /^server\/(env|failpoint|log|per-process|sha256|metrics\/registry|traces\/spans)\.ts$/,
    ),
  },
  {
    rule: "server/sandbox may import of ours only itself, server/sql, server/mail, lib/gateway, lib/card-data and the files of lib for money, time, formats and keys of tables",
    of: /^server\/sandbox\//,
    not: /^(server|lib|components|app)\/|^next(\/|$|-auth)/,
    but: oneOf(
      /^server\/(sandbox|sql|mail)\//,
      /^lib\/(gateway|format|card-data)\//,
      /^lib\/(money|time|keys-of)\.ts$/,
    ),
  },
  {
    rule: "only the sandbox and the starter may import server/sandbox",
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
    // All code may use the store, settings and log, but money reaches the gateway only through the attempts of server/payments.
    rule: "server/actions may import of the server only its own, audit, auth, http, payments, gateway-cache, books, bulk, webhooks, language, merchant-settings, accounts, db, sql, env.ts and log.ts",
    of: /^server\/actions\//,
    not: /^server\//,
    but: oneOf(
      /^server\/(actions|audit|auth|http|payments|gateway-cache|books|bulk|webhooks|language|merchant-settings|accounts|db|sql)\//,
      /^server\/(env|log)\.ts$/,
      // Sets the caller for attempts and the gateway cache; sends nothing.
      /^server\/gateway-client\/caller\.ts$/,
    ),
  },
  { rule: "server may not import components", of: /^server\//, not: /^components\// },
  {
    rule: "only the starter may import server/start",
    of: /^(?!server\/start[/.])/,
    not: /^server\/start[/.]/,
  },
];

/** Components shared by several nouns, from top to bottom: each may use those after it. */
const PARTS = ["payment-result", "receipts", "exports", "layout", "form", "ui"];

function isOwnOrBelow(file: string, target: string): boolean {
  const [, own = ""] = /^components\/([^/]+)\//.exec(file) ?? [];
  const [, other = ""] = /^components\/([^/]+)\//.exec(target) ?? [];
  // A noun that isn't in the list (-1) may use all shared parts.
  return own === other || PARTS.indexOf(other) > PARTS.indexOf(own);
}
