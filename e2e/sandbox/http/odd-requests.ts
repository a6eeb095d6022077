import fc from "fast-check";
import { goodCard } from "#e2e/support/sandbox.ts";
import { commands } from "#lib/gateway/commands.ts";
import { anySigns } from "#lib/random-tests.ts";
import { goodCheck } from "../payments.ts";

/** A malformed request and the statuses that correctly answer it. */
export type OddRequest = {
  method: "GET" | "POST";
  path: string;
  body?: unknown;
  headers?: Record<string, string>;
  /** Instead of a signature. */
  authorization?: string;
  statuses: readonly number[];
};

/** Random requests: commands with odd fields, bodies that aren't JSON, odd paths, queries and headers. */
export function oddRequest(trankey: string): fc.Arbitrary<OddRequest> {
  return fc.oneof(
    { weight: 7, arbitrary: oddCommand(trankey) },
    { weight: 2, arbitrary: oddBody },
    { weight: 2, arbitrary: oddRead },
    { weight: 1, arbitrary: oddHeaders },
  );
}

const odd = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.constantFrom<unknown>(
      null,
      "",
      [],
      {},
      true,
      0,
      -1,
      "0",
      "-0",
      "1e9",
      "١٢",
      "\u0000",
      "x".repeat(5000),
      2 ** 53,
      0.005,
      "99999.01",
    ),
  },
  fc.jsonValue({ maxDepth: 3 }),
);

const fieldNames = [
  "amount",
  "amount_detail",
  "creditcard",
  "check",
  "trankey",
  "refnum",
  "authcode",
  "orderid",
  "invoice",
  "lineitems",
  "custom_fields",
  "billing_address",
  "traits",
  "email",
  "send_receipt",
  "save_card",
  "save_customer",
  "save_customer_paymethod",
  "custkey",
  "payment_key",
  "currency",
  "clientip",
  "__proto__",
  "drawer_shift",
  "iccdata",
  "merchemailaddr",
  "receipt-custemail",
  "receipt-merchemail",
];

const innerField = fc.record({
  group: fc.constantFrom("creditcard", "check", "amount_detail"),
  field: fc.constantFrom(
    "number",
    "expiration",
    "cvc",
    "routing",
    "account",
    "account_type",
    "tip",
    "subtotal",
  ),
  value: odd,
});

function oddCommand(trankey: string): fc.Arbitrary<OddRequest> {
  const plain = { amount: "1.00", creditcard: goodCard, check: goodCheck, trankey, authcode: "123456" };
  const changes = fc.dictionary(fc.constantFrom(...fieldNames), odd, { maxKeys: 4, noNullPrototype: true });
  return fc
    .tuple(fc.constantFrom(...Object.keys(commands)), changes, fc.option(innerField))
    .map(([command, change, inner]) => {
      const fields: Record<string, unknown> = { ...plain, ...change };
      const group = inner && fields[inner.group];
      if (inner && typeof group === "object" && group !== null)
        fields[inner.group] = { ...group, [inner.field]: inner.value };
      return { method: "POST", path: "/transactions", body: { command, ...fields }, statuses: [200, 400] };
    });
}

const whole = JSON.stringify({ command: "sale", amount: "1.00", creditcard: goodCard });
const text = anySigns(200).map((value) => value.toWellFormed());

const oddBody: fc.Arbitrary<OddRequest> = fc
  .tuple(
    fc.constantFrom("/transactions", "/tokens", "/transactions/0nf000000000000/send"),
    fc.oneof(
      text,
      fc.integer({ min: 0, max: whole.length - 1 }).map((length) => whole.slice(0, length)),
      fc.json({ maxDepth: 4 }),
      text.map((command) => JSON.stringify({ command })),
    ),
  )
  .map(([path, body]) => ({
    method: "POST",
    path,
    body,
    // A list of cards is answered item by item, valid or not.
    statuses: path === "/tokens" ? [200, 400] : [400],
  }));

const oddRead: fc.Arbitrary<OddRequest> = fc
  .tuple(
    fc.constantFrom("/transactions", "/batches", "/tokens", "/batches/current/transactions"),
    anySigns(40),
    fc.constantFrom(undefined, "limit", "offset", "openedlt", "closedge", "return_bin", "x"),
  )
  .map(([path, value, name]) => {
    const segment = encodeURIComponent(value.toWellFormed());
    const odd = name === undefined ? `${path}/${segment}` : `${path}?${name}=${segment}`;
    return { method: "GET", path: odd, statuses: [200, 400, 404] };
  });

/** Characters that a header may contain; clients refuse to send others. */
const headerText = fc.string({ unit: "grapheme-ascii", minLength: 1, maxLength: 300 });

const oddHeaders: fc.Arbitrary<OddRequest> = fc.oneof(
  fc
    .oneof(
      headerText,
      headerText.map((credential) => `Basic ${credential}`),
      headerText.map((credential) => `Basic ${btoa(credential)}`),
      headerText.map((hash) => `Basic ${btoa(`key:s2/seed/${hash}`)}`),
    )
    .map((authorization) => ({ method: "GET", path: "/batches", authorization, statuses: [401] }) as const),
  fc
    .dictionary(fc.constantFrom("Content-Type", "Accept", "X-Forwarded-For", "Cookie", "X-Odd"), headerText)
    .map((headers) => ({ method: "GET", path: "/batches", headers, statuses: [200] }) as const),
);
