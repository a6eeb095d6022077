import { capitalized } from "#lib/format/capitalized.ts";
import { commands } from "#lib/gateway/commands.ts";
import { type Endpoint, endpoints } from "#lib/gateway/endpoints.ts";
import { contractSchemas } from "./contract-schemas.ts";
import { describeOutcomeErrors, errorResponses, errorsOf } from "./error-responses.ts";
import type { EndpointRefs, JsonSchema, OpenApi, Operation, Parameter } from "./openapi-types.ts";

/** The contract as an OpenAPI document, generated from the tables of lib/gateway. */
export function openApi(): OpenApi {
  const { schemas, refs, examples } = contractSchemas();
  const paths: OpenApi["paths"] = {};
  for (const [name, endpoint] of Object.entries<Endpoint>(endpoints))
    for (const [place, path] of [endpoint.path, ...(endpoint.alsoAt ?? [])].entries()) {
      const operation = operationOf(name, endpoint, path, refs[name] ?? {});
      const content = name === "processTransaction" && operation.requestBody?.content["application/json"];
      if (content) content.examples = examples;
      if (place > 0) operation.operationId += `${place + 1}`;
      paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operation };
    }
  return {
    openapi: "3.1.0",
    info: {
      title: "Payment gateway, sandbox",
      version: "v2",
      description:
        "Card, check and cash payments as JSON over HTTP. Amounts are decimal text or numbers with at most two decimals; " +
        "times are in the merchant's zone. A field that does not apply is left out of an answer.",
    },
    servers: [
      {
        url: "/api/{endpoint}",
        variables: { endpoint: { default: "v2", description: "v2, or an endpoint key that was registered" } },
      },
    ],
    security: [{ signature: [] }],
    paths,
    components: { schemas, responses: errorResponses(), headers, securitySchemes },
  };
}

function operationOf(name: string, endpoint: Endpoint, path: string, refs: EndpointRefs): Operation {
  const parameters = [...pathParameters(path), ...queryParameters(refs.query)];
  return {
    operationId: name,
    tags: [tagOf(path)],
    summary: summaryOf(name),
    ...(endpoint.extension && { description: extensionNote }),
    ...(parameters.length > 0 && { parameters }),
    ...requestBodyOf(endpoint, refs.request),
    responses: {
      "200": {
        description: name === "processTransaction" ? `${done}\n\n${describeOutcomeErrors()}` : done,
        headers: { "X-Rate-Limit": { $ref: "#/components/headers/X-Rate-Limit" } },
        content: { "application/json": { schema: refs.reply ?? {} } },
      },
      ...Object.fromEntries(
        errorsOf(endpoint, path).map((status) => [
          String(status),
          { $ref: `#/components/responses/error-${status}` },
        ]),
      ),
    },
  };
}

const done = "Done, or tried: a payment's own outcome is in `result_code`.";
const extensionNote =
  "Not in the contract: real gateways of this family have it, but nothing may depend on it.";

/** "/bulk_transactions/{bulk_key}" → "Bulk transactions" */
function tagOf(path: string): string {
  const [, noun = ""] = path.replaceAll("_", " ").split("/");
  return capitalized(noun);
}

function requestBodyOf({ file }: Endpoint, request: JsonSchema | undefined): Pick<Operation, "requestBody"> {
  if (request)
    return { requestBody: { required: true, content: { "application/json": { schema: request } } } };
  if (!file) return {};
  const schema = {
    type: "object",
    required: [file],
    properties: { [file]: { type: "string", contentMediaType: "text/csv" } },
  } satisfies JsonSchema;
  return { requestBody: { required: true, content: { "multipart/form-data": { schema } } } };
}

/** "listBatchTransactions" → "List batch transactions" */
function summaryOf(name: string): string {
  if (name === "processTransaction") return `Process a transaction: ${Object.keys(commands).length} commands`;
  const words = name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return capitalized(words);
}

function pathParameters(path: string): Parameter[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => ({
    name,
    in: "path",
    required: true,
    schema: { type: "string" },
  }));
}

function queryParameters(query: JsonSchema | undefined): Parameter[] {
  return Object.entries(query?.properties ?? {}).map(([name, schema]) => ({
    name,
    in: "query",
    required: false,
    schema: typeof schema === "object" ? schema : {},
  }));
}

const headers = {
  "X-Rate-Limit": {
    description:
      "What is used of the limits of this endpoint key and caller. A request that is refused with 429 is not counted.",
    schema: { type: "string" },
    example: "7 of 45/min; 180 of 5000/day",
  },
};

const securitySchemes = {
  signature: {
    type: "http",
    scheme: "basic",
    description:
      "User name: the API key. Password: `s2/` + seed + `/` + hash, created for each request. The seed is any random text; " +
      "the hash is the lower-case hex SHA-256 of API key, seed and PIN, one after the other without a separator. " +
      "On `/docs` the PIN may be given as the password: the page makes the hash of it and sends that.",
  },
};
