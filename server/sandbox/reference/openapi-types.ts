import type { z } from "zod";

/** JSON Schema 2020-12, as in OpenAPI 3.1. */
export type JsonSchema = z.core.JSONSchema.BaseSchema;

export type Operation = {
  operationId: string;
  tags: [string];
  summary: string;
  description?: string;
  parameters?: Parameter[];
  requestBody?: {
    required: true;
    content: Record<string, { schema: JsonSchema; examples?: Record<string, Example> }>;
  };
  responses: Record<string, object>;
};
export type Parameter = { name: string; in: "path" | "query"; required: boolean; schema: JsonSchema };
export type Example = { summary: string; value: Record<string, unknown> };

export type EndpointRefs = { query?: JsonSchema; request?: JsonSchema; reply?: JsonSchema };

/** The parts of an OpenAPI 3.1 document that are used here. */
export type OpenApi = {
  openapi: "3.1.0";
  info: { title: string; version: string; description: string };
  servers: object[];
  security: object[];
  paths: Record<string, Record<string, Operation>>;
  components: {
    schemas: Record<string, JsonSchema>;
    responses: Record<string, ErrorResponse>;
    headers: Record<string, object>;
    securitySchemes: Record<string, object>;
  };
};
export type ErrorResponse = { description: string; headers?: object; content: object };
