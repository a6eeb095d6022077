import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { goodCard, type RunningSandbox, startSandbox } from "#e2e/support/sandbox.ts";
import { commandNames, commands } from "#lib/gateway/commands.ts";
import { type Endpoint, endpoints } from "#lib/gateway/endpoints.ts";
import { isoDeclines, isoErrorCode, outcomeErrors, requestErrors } from "#lib/gateway/errors.ts";
import { requestOf } from "#lib/gateway/schemas/command-requests.ts";
import { samples } from "#server/sandbox/reference/command-schema.ts";
import { goodCheck, makeSale } from "./payments.ts";
import { scenarios } from "./rules/command-scenarios.ts";

// biome-ignore lint/suspicious/noExplicitAny: the tests are what checks the document's shape
type Document = any;

describe("the reference", () => {
  let sandbox: RunningSandbox;
  /** Runs the examples in a separate sandbox, since the scenarios close batches. */
  let controlled: RunningSandbox;
  let root: string;
  let document: Document;
  beforeAll(async () => {
    sandbox = await startSandbox({ settings: { SANDBOX_CONTROL: "off" } });
    controlled = await startSandbox();
    root = sandbox.url.replace(/\/api\/v2$/, "");
    document = await (await fetch(`${root}/openapi.json`)).json();
  });
  afterAll(async () => {
    await sandbox?.stop();
    await controlled?.stop();
  });

  const rows = Object.values<Endpoint>(endpoints).flatMap((endpoint) =>
    [endpoint.path, ...(endpoint.alsoAt ?? [])].map((path) => [endpoint.method, path] as const),
  );
  const schemaOf = (command: string): Document => {
    const { mapping } = document.components.schemas["processTransaction.request"].discriminator;
    return resolve(document, mapping[command]);
  };

  test("is served outside the API without a signature", async () => {
    const answer = await fetch(`${root}/openapi.json`);
    expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "application/json"]);
    expect((await sandbox.request("GET", "/openapi.json")).status).toBe(404);
    expect(document.openapi).toBe("3.1.0");
    expect(document.components.securitySchemes.signature).toMatchObject({ type: "http", scheme: "basic" });
  });

  test.each(rows)("has %s %s, and its parameters", (method, path) => {
    const operation = document.paths[path][method.toLowerCase()];
    const named = (operation.parameters ?? []).filter((one: Document) => one.in === "path");
    const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
    expect(named.map((one: Document) => one.name)).toEqual(inPath);
    expect(Object.keys(operation.responses)).toEqual(expect.arrayContaining(["200", "401", "429"]));
  });

  test("contains nothing beyond the tables", () => {
    const described = Object.entries<Document>(document.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    );
    expect(described.sort()).toEqual(rows.map(([method, path]) => `${method} ${path}`).sort());
    const ids = Object.values<Document>(document.paths).flatMap((methods) =>
      Object.values<Document>(methods).map(({ operationId }) => operationId),
    );
    expect(new Set(ids).size).toBe(ids.length);
  });

  test.each(commandNames)("documents the fields of %s, its spellings and required fields", (name) => {
    const spellings = [name, ...commands[name].aliases];
    const schema = schemaOf(name);
    for (const spelling of spellings) expect(schemaOf(spelling)).toBe(schema);
    expect(schema.properties.command.enum).toEqual(spellings);
    expect(schema.description).toContain(commands[name].effect);
    const groups: string[][] = [
      ...schema.required.filter((field: string) => field !== "command").map((field: string) => [field]),
      ...(schema.allOf ?? []).map(({ anyOf }: Document) => anyOf.map((one: Document) => one.required[0])),
    ];
    const accepts = (fields: string[]) =>
      requestOf(name).safeParse(Object.fromEntries(fields.map((field) => [field, samples[field]]))).success;
    const least = groups.map(([first]) => first ?? "");
    expect(accepts(least)).toBe(true);
    for (const [place, group] of groups.entries()) {
      for (const field of group) expect(accepts(least.with(place, field)), field).toBe(true);
      const without = least.filter((field) => !group.includes(field));
      expect(accepts(without), `without ${group.join(" or ")}`).toBe(false);
    }
  });

  test("has every error, with its code and text", () => {
    for (const { status, code, text } of Object.values(requestErrors)) {
      const { properties } =
        document.components.responses[`error-${status}`].content["application/json"].schema;
      expect(properties.errorcode.enum).toContain(code);
      expect(properties.error.enum).toContain(text);
    }
    const { description } = document.paths["/transactions"].post.responses["200"];
    for (const { code, text } of Object.values(outcomeErrors))
      expect(description).toContain(`| ${code} | ${text} |`);
    for (const [iso, text] of Object.entries(isoDeclines))
      expect(description).toContain(`| ${isoErrorCode(iso)} | ${text} |`);
  });

  test("has no dangling references", () => {
    const refs = [...JSON.stringify(document).matchAll(/"(#\/[^"]+)"/g)].map(([, ref = ""]) => ref);
    expect(refs.length).toBeGreaterThan(100);
    for (const ref of refs) expect(resolve(document, ref), ref).toBeTypeOf("object");
    for (const kind of ["schemas", "responses", "headers"])
      for (const id of Object.keys(document.components[kind])) expect(id).toMatch(/^[\w.-]+$/);
  });

  test("describes the actual replies", async () => {
    const sale = await makeSale(sandbox, "12.50", { amount_detail: { tip: "2.50" }, save_card: true });
    await sandbox.command("check:sale", { amount: "3.00", check: goodCheck });
    const { body: saved } = await sandbox.command("cc:save", { creditcard: goodCard });
    const paths: [template: string, path: string][] = [
      ["/transactions", "/transactions"],
      ["/transactions/{trankey}", `/transactions/${sale}?return_bin=true&return_origin=true`],
      ["/transactions/{trankey}/receipts", `/transactions/${sale}/receipts`],
      ["/batches", "/batches"],
      ["/batches/{batch_key}", "/batches/current"],
      ["/batches/{batch_key}/transactions", "/batches/current/transactions"],
      ["/tokens/{token}", `/tokens/${saved.savedcard.key}`],
    ];
    for (const [template, path] of paths) {
      const answer = await sandbox.request("GET", path);
      const { schema } = document.paths[template].get.responses["200"].content["application/json"];
      expect(answer.status, path).toBe(200);
      expect(reader(document, schema).safeParse(answer.body).error, path).toBeUndefined();
    }
    const wrong = { type: "batch", total_count: [1] };
    expect(reader(document, { $ref: "#/components/schemas/Batch" }).safeParse(wrong).success).toBe(false);
  });

  test.each(commandNames)("has an example of %s that works when it is sent", async (name) => {
    const { examples } = document.paths["/transactions"].post.requestBody.content["application/json"];
    const { command, ...fields } = examples[name].value;
    if ("trankey" in fields) {
      const { trankey, refnum } = await scenarios[name].request(controlled);
      fields.trankey = trankey ?? refnum;
    }
    const { status, body } = await controlled.command(command, { ...fields, ignore_duplicate: true });
    expect([status, body.result_code], JSON.stringify(body)).toEqual([200, "A"]);
  });
});

function resolve(document: Document, ref: string): Document {
  return ref
    .slice(2)
    .split("/")
    .reduce((found, step) => found?.[step], document);
}

/** A validator for a schema of the document, with its references. */
function reader(document: Document, schema: object): z.ZodType {
  const text = JSON.stringify({ ...schema, $defs: document.components.schemas });
  return z.fromJSONSchema(JSON.parse(text.replaceAll("#/components/schemas/", "#/$defs/")));
}
