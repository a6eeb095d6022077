import { z } from "zod";
import { type CommandName, commandNames, commands } from "#lib/gateway/commands.ts";
import { type Endpoint, endpoints } from "#lib/gateway/endpoints.ts";
import { batch } from "#lib/gateway/schemas/batch.ts";
import { amountDetail, check, creditcard, payment } from "#lib/gateway/schemas/command-fields.ts";
import { requestOf } from "#lib/gateway/schemas/command-requests.ts";
import { reply, request } from "#lib/gateway/schemas/fields.ts";
import { token } from "#lib/gateway/schemas/token.ts";
import { transaction, transactionDetail } from "#lib/gateway/schemas/transaction.ts";
import { describeCommand, exampleOf } from "./command-schema.ts";
import type { EndpointRefs, Example, JsonSchema } from "./openapi-types.ts";

/** Every schema of the two tables by name, and the references of each endpoint. */
export function contractSchemas(): {
  schemas: Record<string, JsonSchema>;
  refs: Record<string, EndpointRefs>;
  /** A minimal body for each command. */
  examples: Record<string, Example>;
} {
  const sent = named({
    CreditCard: creditcard,
    Check: check,
    AmountDetail: amountDetail,
    ...addressAndLines,
  });
  const come = named({
    Transaction: transaction,
    TransactionDetail: transactionDetail,
    Batch: batch,
    Token: token,
  });
  for (const name of commandNames) add(sent, commandId(name), requestOf(name));
  for (const [name, endpoint] of Object.entries<Endpoint>(endpoints)) {
    if (endpoint.query) add(sent, `${name}.query`, endpoint.query);
    // The fields of a command are in the command table.
    if (endpoint.request && name !== "processTransaction") add(sent, `${name}.request`, endpoint.request);
    add(come, `${name}.reply`, endpoint.reply);
  }
  const schemas = { ...convert(sent, "input"), ...convert(come, "output") };
  // Rows that share their fields share a name up to here.
  const fieldsOf = (name: CommandName) => schemas[sent.get(requestOf(name))?.id ?? ""] ?? {};
  const described = Object.fromEntries(
    commandNames.map((name) => [commandId(name), describeCommand(name, fieldsOf(name))]),
  );
  const refs = refsOf(sent, come, schemas);
  // Commands first, in table order.
  return {
    schemas: { ...described, ...schemas, ...described, "processTransaction.request": anyCommand() },
    refs,
    examples: Object.fromEntries(commandNames.map((name) => [name, exampleOf(name, fieldsOf(name))])),
  };
}

type Names = z.core.$ZodRegistry<{ id: string }>;

const { billing_address, lineitems, custom_fields } = payment;
const addressAndLines = { Address: billing_address, LineItems: lineitems, CustomFields: custom_fields };

function named(schemas: Record<string, z.ZodType>): Names {
  const names: Names = z.registry<{ id: string }>();
  for (const [id, schema] of Object.entries(schemas)) names.add(schema, { id });
  return names;
}

/** A schema keeps its first name, since two rows may share it. */
function add(names: Names, id: string, schema: z.ZodType): void {
  if (!names.has(schema)) names.add(schema, { id });
}

/** A component's name holds no colon. */
const commandId = (name: string) => `command.${name.replaceAll(":", ".")}`;
const refTo = (id: string) => `#/components/schemas/${id}`;

function convert(names: Names, io: "input" | "output"): Record<string, JsonSchema> {
  const { schemas } = z.toJSONSchema(names, {
    io,
    uri: refTo,
    unrepresentable: "any",
    override: ({ zodSchema, jsonSchema }) => sharpen(zodSchema, jsonSchema),
  });
  for (const schema of Object.values(schemas)) {
    delete schema.$id;
    delete schema.$schema;
  }
  return schemas;
}

/** Documents the contract's basic types: their schemas accept more spellings than callers should send. */
function sharpen(zodSchema: z.core.$ZodTypes, jsonSchema: JsonSchema): void {
  if (zodSchema === atoms.amount || zodSchema === atoms.replyAmount) {
    delete jsonSchema.anyOf;
    Object.assign(jsonSchema, { type: ["string", "number"], examples: ["12.50"] });
  }
  if (zodSchema === atoms.replyText) jsonSchema.type = ["string", "number", "null"];
  if (zodSchema === atoms.replyCount) Object.assign(jsonSchema, { type: ["integer", "string"] });
  if (zodSchema === atoms.replyFlag) jsonSchema.type = ["boolean", "string", "number"];
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
  const { def } = zodSchema._zod;
  // A text field accepts a string or a number; its length limit follows.
  if (def.type !== "pipe") return;
  if (def.out instanceof z.ZodString && def.out.maxLength !== null) jsonSchema.maxLength = def.out.maxLength;
  if (def.out instanceof z.ZodEmail) Object.assign(jsonSchema, { type: "string", format: "email" });
}

const atoms: Record<"amount" | "replyAmount" | "replyText" | "replyCount" | "replyFlag", unknown> = {
  amount: request.amount,
  replyAmount: reply.amount,
  replyText: reply.text,
  replyCount: reply.count,
  replyFlag: reply.flag,
};

function anyCommand(): JsonSchema {
  const ids = commandNames.map((name) => ({
    ref: refTo(commandId(name)),
    names: [name, ...commands[name].aliases],
  }));
  return {
    oneOf: ids.map(({ ref }) => ({ $ref: ref })),
    discriminator: {
      propertyName: "command",
      mapping: Object.fromEntries(ids.flatMap(({ ref, names }) => names.map((name) => [name, ref]))),
    },
  };
}

function refsOf(sent: Names, come: Names, schemas: Record<string, JsonSchema>): Record<string, EndpointRefs> {
  const toRef = (names: Names, schema: z.ZodType): JsonSchema => ({
    $ref: refTo(names.get(schema)?.id ?? ""),
  });
  return Object.fromEntries(
    Object.entries<Endpoint>(endpoints).map(([name, { query, request: body, reply: answer }]) => {
      const refs: EndpointRefs = { reply: toRef(come, answer) };
      // An operation lists its parameters one by one, without the object around them.
      if (query) refs.query = take(schemas, sent.get(query)?.id ?? "");
      if (name === "processTransaction") refs.request = { $ref: refTo("processTransaction.request") };
      else if (body) refs.request = toRef(sent, body);
      return [name, refs];
    }),
  );
}

function take(schemas: Record<string, JsonSchema>, id: string): JsonSchema {
  const taken = schemas[id] ?? {};
  delete schemas[id];
  return taken;
}
