import type { Endpoint } from "#lib/gateway/endpoints.ts";
import { isoDeclines, isoErrorCode, outcomeErrors, requestErrors } from "#lib/gateway/errors.ts";
import type { ErrorResponse } from "./openapi-types.ts";

/** One response for each status, with its codes and texts. */
export function errorResponses(): Record<string, ErrorResponse> {
  return Object.fromEntries(statuses.map((status) => [`error-${status}`, responseOf(status)]));
}

/** The HTTP statuses an endpoint can answer with. */
export function errorsOf({ method, query, request, refusals }: Endpoint, path: string): number[] {
  const possible: Record<number, boolean> = {
    400: query !== undefined || request !== undefined || refusals !== undefined,
    404: path.includes("{") || path.includes("current"),
    413: method === "POST",
  };
  return statuses.filter((status) => possible[status] ?? true);
}

/** The codes of an outcome `E` or `D`, as a table. */
export function describeOutcomeErrors(): string {
  const rows = [
    ...Object.values(outcomeErrors),
    ...Object.entries(isoDeclines).map(([iso, text]) => ({ code: isoErrorCode(iso), text })),
  ].sort((a, b) => a.code - b.code);
  return [
    "A payment that was declined or could not be tried is answered with 200 and `result_code` `D` or `E`; `error_code` and `error` say why:",
    "",
    "| error_code | error |",
    "| --- | --- |",
    ...rows.map(({ code, text }) => `| ${code} | ${text} |`),
  ].join("\n");
}

const errors = Object.values(requestErrors);
const statuses = [...new Set(errors.map(({ status }) => status))].sort((a, b) => a - b);

function responseOf(status: number): ErrorResponse {
  const own = errors.filter((error) => error.status === status);
  return {
    description: own.map(({ code, text }) => `${code}: ${text}`).join("\n"),
    // The caller is unknown when a signature is refused.
    ...(status !== 401 && {
      headers: { "X-Rate-Limit": { $ref: "#/components/headers/X-Rate-Limit" } },
    }),
    content: {
      "application/json": {
        schema: {
          type: "object",
          required: ["error", "errorcode"],
          properties: {
            error: { type: "string", enum: own.map(({ text }) => text) },
            errorcode: { type: "integer", enum: own.map(({ code }) => code) },
            ...(status === 400 && {
              fields: {
                type: "object",
                description: "What is wrong with which field, by its path.",
                additionalProperties: { type: "string" },
              },
            }),
          },
        },
      },
    },
  };
}
