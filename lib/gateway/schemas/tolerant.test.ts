import { expect, test } from "vitest";
import { batch } from "./batch.ts";
import { listOf } from "./list.ts";
import { token } from "./token.ts";
import { transactionDetail } from "./transaction.ts";

/** Reply variants that gateways of this family send beyond the contract. */
test.each([
  ["a total as text", listOf(batch), { total: "61", data: [] }, { total: 61 }],
  ["a batch reference as a number", batch, { batchrefnum: 412345 }, { batchrefnum: "412345" }],
  ["a reference number as a number", transactionDetail, { refnum: 3108427690 }, { refnum: "3108427690" }],
  ["an amount as a number", transactionDetail, { amount: 42.5 }, { amount: "42.50" }],
  ["an amount with separators", transactionDetail, { auth_amount: "1,042.50" }, { auth_amount: "1042.50" }],
  ["a count as text", batch, { total_count: "3" }, { total_count: 3 }],
  [
    "null for what is optional",
    transactionDetail,
    { invoice: null, avs: null },
    { invoice: undefined, avs: undefined },
  ],
  ["nothing for what is optional", transactionDetail, {}, {}],
  [
    "a text that goes on and on, which is cut",
    transactionDetail,
    { error: "e".repeat(50_000), comments: "c".repeat(4000), invoice: `${"i".repeat(998)}😀😀` },
    { error: `${"e".repeat(999)}…`, comments: "c".repeat(4000), invoice: `${"i".repeat(998)}…` },
  ],
  [
    "empty text for what is optional",
    transactionDetail,
    { orderid: "", batch: "" },
    { orderid: undefined, batch: undefined },
  ],
  [
    "[] where an object is documented",
    transactionDetail,
    { creditcard: [], custom_fields: [] },
    { creditcard: undefined },
  ],
  ["[] where a count is documented", batch, { voids_count: [] }, { voids_count: undefined }],
  ["custkey for cust_key", transactionDetail, { custkey: "k1" }, { custkey: "k1" }],
  [
    "avs_zip for avs_postalcode",
    transactionDetail,
    { creditcard: { avs_zip: "97205" } },
    { creditcard: { avs_zip: "97205" } },
  ],
  [
    "firstname for first_name",
    transactionDetail,
    { billing_address: { firstname: "Ada" } },
    { billing_address: { firstname: "Ada" } },
  ],
  ["a wrapped token", token, { token: { cardref: "ab12" } }, { cardref: "ab12" }],
  [
    "unknown extra fields",
    transactionDetail,
    { key: "k", brand_new: { deep: 1 } },
    { brand_new: { deep: 1 } },
  ],
  [
    "closed: null on an open batch",
    batch,
    { status: "open", closed: null },
    { status: "open", closed: undefined },
  ],
  ["a mark that says nothing", transactionDetail, { is_duplicate: "" }, { is_duplicate: undefined }],
  ["a code with leading zeros", transactionDetail, { authcode: "004512" }, { authcode: "004512" }],
  [
    "a code that no table has",
    transactionDetail,
    { result_code: "Q", status_code: "9" },
    { result_code: "Q", status_code: "9" },
  ],
])("a reply with %s is read", (_, schema, wire, read) => {
  expect(schema.parse(wire)).toMatchObject(read);
});

test.each([
  ["Y", [true, 1, "1", "true", "Y", "y"]],
  ["N", [false, 0, "0", "false", "N", "n"]],
])("reads every spelling of a boolean as %s", (read, spellings) => {
  for (const mark of spellings)
    expect(transactionDetail.parse({ is_duplicate: mark, lineitems: [{ taxable: mark }] })).toMatchObject({
      is_duplicate: read,
      lineitems: [{ taxable: read }],
    });
});
