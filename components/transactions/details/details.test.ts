import { describe, expect, it } from "vitest";
import type { ChargeField } from "#lib/charge/fields/field.ts";
import { chargeFields } from "#lib/charge/fields.ts";
import { lineTotalCents } from "#lib/gateway/line-total.ts";
import { transactionDetail } from "#lib/gateway/schemas/transaction.ts";
import { toDetails, toText } from "./details.ts";

const details = (raw: Record<string, unknown>) =>
  toDetails(transactionDetail.parse(raw)).flatMap((group) => group.details);
const shown = (raw: Record<string, unknown>, label: string) =>
  details(raw).find((detail) => detail.label === label)?.value;

describe("the details of a payment", () => {
  it("list every field, unknown ones as received", () => {
    const raw = { key: "k", drawer_shift: { key: "d1", clerk_key: "c1" }, mood: "good", nothing: null };
    expect(shown(raw, "mood")).toBe("good");
    expect(shown(raw, "Drawer shift")).toBe("d1");
    expect(shown(raw, "Drawer clerk")).toBe("c1");
    expect(shown({ iccdata: "8A023030" }, "Chip data")).toBe("8A023030");
    expect(details(raw).some(({ label }) => label === "nothing")).toBe(false);
  });

  it("name the fields of the gateway's records, and keep unknown ones under their own name", () => {
    const raw = {
      currency: "978",
      traits: { is_recurring: true, is_debt: false },
      receipts: { customer: "Mail Sent Successfully" },
      status_code: "P",
      error_code: 10142,
      customer: { type: "customer", key: "c1", company: "Okafor Ltd", mood: "good", payment_methods: [] },
      bin: { bin: "400010", type: "Credit", bank: "Test Bank" },
      fraud: { card_blocked: "N" },
      origin: { api_type: "rest", software: "Web shop 2" },
    };
    const labels = {
      Currency: "EUR (978)",
      Traits: "Recurring",
      "Customer's receipt": "Mail Sent Successfully",
      "Status code": "P",
      "Error code": "10142",
      Company: "Okafor Ltd",
      mood: "good",
      "First digits (BIN)": "400010",
      "Card type": "Credit",
      "Card blocked": "No",
      Interface: "rest",
      Software: "Web shop 2",
    };
    for (const [label, value] of Object.entries(labels)) expect(shown(raw, label), label).toBe(value);
    expect(details(raw).map(({ label }) => label)).not.toContain("Payment methods");
  });

  it("say when, in words a person uses", () => {
    expect(shown({ created: "2026-11-20 14:12:08" }, "Created")).toBe("Nov 20, 2026, 2:12:08 PM");
    expect(shown({ created: "yesterday-ish" }, "Created")).toBe("yesterday-ish");
  });

  it("write an address as on an envelope, in either spelling of the name", () => {
    const raw = {
      billing_address: {
        firstname: "Ada",
        last_name: "Okafor",
        street: "7 Orchard Close",
        city: "Chicago",
        state: "IL",
      },
    };
    expect(shown(raw, "Billing address")).toEqual(["Ada Okafor", "7 Orchard Close", "Chicago IL"]);
    expect(shown({ billing_address: [] }, "Billing address")).toBeUndefined();
    expect(
      shown({ shipping_address: { phone: "503-555-0101", fax: "503-555-0102" } }, "Shipping address"),
    ).toEqual(["503-555-0101", "Fax 503-555-0102"]);
  });

  it("mark what is for the team only", () => {
    const comments = details({ comments: "Ring the side door" }).find(({ label }) => label === "Comments");
    expect(comments).toMatchObject({ value: "Ring the side door", isInternal: true });
  });

  it('leave out empty fields and is_duplicate "N", and show our attempt apart from the comments', () => {
    const labels = details({ key: "k", is_duplicate: "N", invoice: "" }).map(({ label }) => label);
    expect(labels).not.toContain("Duplicate");
    expect(labels).not.toContain("Invoice");
    const raw = { comments: "Ring the side door [K6W2-EQJX]" };
    expect(shown(raw, "Comments")).toBe("Ring the side door");
    expect(shown(raw, "Attempt")).toBe("K6W2-EQJX");
    expect(shown({ comments: "[K6W2-EQJX]" }, "Comments")).toBeUndefined();
  });

  it("name the state as the page does, with the gateway's word beside it", () => {
    const raw = { result_code: "D", trantype_code: "S", status_code: "E", status: "Error" };
    expect(shown(raw, "Status")).toBe("Declined");
    expect(shown(raw, "Gateway status")).toBe("Error");
  });

  it("are copied as lines of label and value, without what is empty", () => {
    const text = toText(toDetails(transactionDetail.parse({ key: "abc", authcode: "081733" })));
    expect(text).toContain("Key: abc\n");
    expect(text).toContain("Authorization: 081733");
    expect(text).not.toContain("Purchase order");
  });
});

describe("the total of a line item", () => {
  it("is price times quantity in whole cents", () => {
    expect(lineTotalCents({ cost: "48.00", qty: "2.0000" })).toBe(9600);
    expect(lineTotalCents({ cost: "0.99", qty: "1.5" })).toBe(149);
    expect(lineTotalCents({ cost: "19.99", qty: undefined })).toBe(1999);
  });

  it("is left out when it is unknown", () => {
    expect(lineTotalCents({ cost: undefined, qty: "1" })).toBeUndefined();
    expect(lineTotalCents({ cost: "1.00", qty: "a few" })).toBeUndefined();
  });
});

it("every order field of the charge form that is sent has its own line, once", () => {
  const fields = Object.values<ChargeField>(chargeFields.order).filter(({ wire }) => wire);
  const raw: Record<string, unknown> = {};
  for (const { wire = "", label } of fields) {
    const [first = "", rest] = wire.split(".");
    raw[first] = rest ? { ...Object(raw[first]), [rest]: `the ${label}` } : `the ${label}`;
  }
  for (const { label, detail = label, isInternal } of fields) {
    const lines = details(raw).filter(({ value }) => value === `the ${label}`);
    expect(lines).toEqual([{ label: detail, value: `the ${label}`, ...(isInternal && { isInternal }) }]);
  }
});
