import type { IncomingMessage } from "node:http";
import type { z } from "zod";
import type { EndpointName, endpoints } from "#lib/gateway/endpoints.ts";
import type { Caller, Sandbox } from "../context.ts";

type Endpoints = typeof endpoints;

/** A request that has been authenticated, routed and read by its row of the endpoint table. */
export type EndpointRequest<Name extends EndpointName = EndpointName> = Caller & {
  sandbox: Sandbox;
  /** Values of the path's `{name}` segments; undefined for a segment that this form of the path lacks. */
  segments: SegmentsOf<PathsOf<Endpoints[Name]>>;
  /** As parsed by the row's `query` schema. */
  query: OutputOf<Endpoints[Name], "query">;
  /** As parsed by the row's `request` schema. */
  body: OutputOf<Endpoints[Name], "request">;
  /** The request itself, unread, for an endpoint that takes a file. */
  incoming: IncomingMessage;
  /** False once a rule's fault was applied. */
  canInjectFault: boolean;
};

/** Returns the contract's reply, or throws a RefusalError. */
export type EndpointHandler<Name extends EndpointName> = (
  request: EndpointRequest<Name>,
) => Promise<z.input<Endpoints[Name]["reply"]>>;

export type EndpointHandlers = { [Name in EndpointName]: EndpointHandler<Name> };

type OutputOf<Row, Part extends string> =
  Row extends Record<Part, infer Schema extends z.ZodType> ? z.output<Schema> : undefined;

type PathsOf<Row extends { path: string }> =
  | Row["path"]
  | (Row extends { alsoAt: readonly (infer Path extends string)[] } ? Path : never);

type NamesIn<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | NamesIn<Rest>
  : never;

type SegmentsOf<Path extends string, All extends string = NamesIn<Path>> = Path extends string
  ? { [Name in All]: Name extends NamesIn<Path> ? string : undefined }
  : never;
