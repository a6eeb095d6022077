import { z } from "zod";
import { type Endpoint, type EndpointName, endpoints } from "#lib/gateway/endpoints.ts";
import { contractSchemas } from "../contract-schemas.ts";
import { languages, type SampleRequest } from "./languages.ts";

/** The programs of one request, by language. */
export type Snippet = { title: string; programs: Record<keyof typeof languages, string> };

/** Snippets of every endpoint by method and path, as in the OpenAPI document; a command has its own. */
export function snippets(): Record<string, Snippet[]> {
  const { examples } = contractSchemas();
  return Object.fromEntries(
    Object.entries<Endpoint>(endpoints).flatMap(([name, endpoint]) => {
      const requests: [title: string, request: SampleRequest][] =
        name === "processTransaction"
          ? Object.values(examples).map(({ summary, value }) => [
              summary,
              { ...sampleOf(name, endpoint, endpoint.path), body: value },
            ])
          : [];
      return [endpoint.path, ...(endpoint.alsoAt ?? [])].map((path) => [
        `${endpoint.method} ${path}`,
        (requests.length > 0 ? requests : [["", sampleOf(name, endpoint, path)] as const]).map(
          ([title, request]) => ({
            title,
            programs: programsOf(request),
          }),
        ),
      ]);
    }),
  );
}

function programsOf(request: SampleRequest): Snippet["programs"] {
  return {
    curl: languages.curl.write(request),
    node: languages.node.write(request),
    php: languages.php.write(request),
    python: languages.python.write(request),
  };
}

function sampleOf(name: string, { method, query, file }: Endpoint, path: string): SampleRequest {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, segment: string) => requireSample(segment));
  const fields = query instanceof z.ZodObject ? Object.keys(query.shape) : [];
  const search = fields.flatMap((field) => (field in sampleQuery ? [`${field}=${sampleQuery[field]}`] : []));
  const body = sampleBodies[name as EndpointName]; // a name of that table
  return {
    method,
    path: search.length > 0 ? `${filled}?${search.join("&")}` : filled,
    ...(body !== undefined && { body }),
    ...(file && { file }),
  };
}

function requireSample(segment: string): string {
  const sample = sampleSegments[segment];
  if (sample === undefined) throw new Error(`the path segment ${segment} has no sample`);
  return sample;
}

const trankey = "0nf000000000000";

/** Values of path segments: keys of an earlier answer, to be replaced by one's own. */
const sampleSegments: Readonly<Record<string, string>> = {
  trankey,
  receiptid: "vterm",
  batch_key: "current",
  bulk_key: "current",
  token: "a1b2-c3d4-e5f6-g7h8",
};

const sampleQuery: Readonly<Record<string, string>> = { limit: "20", return_bin: "true" };

/** Bodies of the endpoints that take JSON, but for the commands, whose bodies are their examples. */
const sampleBodies: Partial<Record<EndpointName, unknown>> = {
  sendReceipt: { toemail: "customer@example.com" },
  createTokens: { trankey },
};
