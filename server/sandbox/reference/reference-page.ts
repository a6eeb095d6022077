import { escapeHtml } from "../receipts/escape-html.ts";
import type { JsonSchema } from "./contract-schemas.ts";
import type { OpenApi, Operation } from "./openapi.ts";
import { style } from "./reference-style.ts";

/** The OpenAPI document as one HTML page to read: no script, nothing loaded from anywhere. */
export function referencePage(document: OpenApi): string {
  const { info, paths, components } = document;
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  );
  const { commands, others } = sortSchemas(components.schemas);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(info.title)} ${escapeHtml(info.version)}</title>
<style>${style}</style>
</head>
<body>
${contents(operations, commands, others)}
<main>
<h1>${escapeHtml(info.title)}</h1>
<p>${escapeHtml(info.description)}</p>
<p>Paths are below <code>/api/v2</code>, or below <code>/api/</code> and an endpoint key that was registered. For a machine: <a href="/openapi.json">openapi.json</a>.</p>
<h2>Signing a request</h2>
${Object.values(components.securitySchemes)
  .map((scheme) => ("description" in scheme ? `<p>${inline(String(scheme.description))}</p>` : ""))
  .join("")}
${operations.map(({ path, method, operation }) => section(path, method, operation)).join("\n")}
<h2>Commands of POST /transactions</h2>
${commands.map(([id, schema]) => objectSection(id, schema)).join("\n")}
<h2>Objects</h2>
${others.map(([id, schema]) => objectSection(id, schema)).join("\n")}
<h2 id="errors">Errors</h2>
${errorList(components.responses)}
</main>
</body>
</html>
`;
}

type Named = [id: string, schema: JsonSchema];

type Listed = { path: string; method: string; operation: Operation };

function contents(operations: Listed[], commands: Named[], others: Named[]): string {
  const links = operations.map(
    ({ path, method, operation }) =>
      `<li><a href="#${operation.operationId}"><b>${method.toUpperCase()}</b> ${escapeHtml(path)}</a></li>`,
  );
  return `<nav aria-label="Contents">
<h2>Paths</h2><ul>${links.join("")}</ul>
<h2>Commands</h2><ul>${commands.map(([id, schema]) => linkTo(id, schema)).join("")}</ul>
<h2>Objects</h2><ul>${others.map(([id, schema]) => linkTo(id, schema)).join("")}</ul>
<h2>Errors</h2><ul><li><a href="#errors">By status</a></li></ul>
</nav>`;
}

function errorList(responses: OpenApi["components"]["responses"]): string {
  return Object.entries(responses)
    .map(
      ([id, { description }]) =>
        `<h3 id="${id}">${id.replace("error-", "")}</h3><ul>${description
          .split("\n")
          .map((line) => `<li>${escapeHtml(line)}</li>`)
          .join("")}</ul>`,
    )
    .join("\n");
}

function sortSchemas(schemas: OpenApi["components"]["schemas"]): { commands: Named[]; others: Named[] } {
  const all = Object.entries(schemas).filter(([, schema]) => !schema.discriminator);
  return {
    commands: all.filter(([id]) => id.startsWith("command.")),
    others: all.filter(([id]) => !id.startsWith("command.")),
  };
}

const linkTo = (id: string, schema: JsonSchema) =>
  `<li><a href="#${id}">${escapeHtml(schema.title ?? id)}</a></li>`;

function section(path: string, method: string, operation: Operation): string {
  const { operationId, summary, description = "", parameters = [], requestBody, responses } = operation;
  const rows = parameters.map(({ name, in: place, schema }) => row(name, schema, `in the ${place}`));
  const [type, body] = Object.entries(requestBody?.content ?? {})[0] ?? [];
  return `<section id="${operationId}">
<h2><span class="method">${method.toUpperCase()}</span> <code>${escapeHtml(path)}</code></h2>
<p>${escapeHtml(summary)}.</p>
${description.split("\n\n").map(block).join("")}
${rows.length > 0 ? table(rows) : ""}
${body ? `<p>Body: ${type === "application/json" ? inWords(body.schema) : `<code>${type}</code>, a CSV file in ${Object.keys(body.schema.properties ?? {}).join(", ")}`}.</p>` : ""}
<p>Answers: ${Object.entries(responses)
    .map(([status, response]) =>
      status === "200" ? `200 ${inWords(replyOf(response))}` : linkToError(status),
    )
    .join(", ")}.</p>
</section>`;
}

const linkToError = (status: string) => `<a href="#error-${status}">${status}</a>`;

function replyOf(response: object): JsonSchema {
  // The 200 of every operation is written out, with its schema there.
  return (response as { content: { "application/json": { schema: JsonSchema } } }).content["application/json"]
    .schema;
}

/** A paragraph, or a table that is written in Markdown. */
function block(text: string): string {
  if (!text) return "";
  if (!text.startsWith("|")) return `<p>${inline(text)}</p>`;
  const [head = "", , ...rows] = text.split("\n");
  const cells = (line: string, tag: string) =>
    `<tr>${line
      .split("|")
      .slice(1, -1)
      .map((cell) => `<${tag}>${escapeHtml(cell.trim())}</${tag}>`)
      .join("")}</tr>`;
  return `<details><summary>The ${rows.length} codes</summary><table>${cells(head, "th")}${rows.map((line) => cells(line, "td")).join("")}</table></details>`;
}

function objectSection(id: string, schema: JsonSchema): string {
  const { title = id, description, required = [], properties = {}, allOf = [] } = schema;
  const rows = Object.entries(properties).map(([name, field]) =>
    row(name, typeof field === "object" ? field : {}, required.includes(name) ? "required" : ""),
  );
  const needs = allOf.map((group) => alternatives(group).join(" or "));
  return `<section id="${id}">
<h3>${escapeHtml(title)}</h3>
${description ? `<p>${escapeHtml(description)}</p>` : ""}
${needs.length > 0 ? `<p>Needs ${needs.join(", and ")}.</p>` : ""}
${rows.length > 0 ? table(rows) : `<p>${inWords(schema)}</p>`}
</section>`;
}

function alternatives(group: JsonSchema | boolean): string[] {
  if (typeof group === "boolean") return [];
  return (group.anyOf ?? []).flatMap((one) =>
    typeof one === "object" ? (one.required ?? []).map((field) => `<code>${escapeHtml(field)}</code>`) : [],
  );
}

const table = (rows: string[]) =>
  `<table><tr><th>Field</th><th>Value</th><th></th></tr>${rows.join("")}</table>`;

function row(name: string, schema: JsonSchema, note: string): string {
  return `<tr><td><code>${escapeHtml(name)}</code></td><td>${inWords(schema)}</td><td>${note}</td></tr>`;
}

/** A schema in a few words. */
function inWords(schema: JsonSchema | boolean | undefined): string {
  if (typeof schema !== "object") return "anything";
  if (schema.$ref) {
    const id = schema.$ref.replace("#/components/schemas/", "");
    return id === "processTransaction.request"
      ? "one of the commands below"
      : `<a href="#${id}">${escapeHtml(id)}</a>`;
  }
  if (schema.enum)
    return schema.enum.map((value) => `<code>${escapeHtml(String(value))}</code>`).join(" or ");
  if (schema.anyOf) return schema.anyOf.map(inWords).join(" or ");
  const { items, properties } = schema;
  if (items && !Array.isArray(items)) return `list of ${inWords(items)}`;
  if (properties) return `object: ${Object.keys(properties).map(escapeHtml).join(", ")}`;
  const types = Array.isArray(schema.type) ? schema.type.join(" or ") : (schema.type ?? "anything");
  const length = schema.maxLength === undefined ? "" : `, at most ${schema.maxLength} characters`;
  const range = schema.maximum === undefined ? "" : `, ${schema.minimum} to ${schema.maximum}`;
  const example =
    schema.examples?.[0] === undefined ? "" : `, such as ${escapeHtml(String(schema.examples[0]))}`;
  return `${types}${length}${range}${example}`;
}

/** Code between back quotes. */
const inline = (text: string) => escapeHtml(text).replaceAll(/`([^`]+)`/g, "<code>$1</code>");
