import { expect, test } from "vitest";
import { describeSandbox, goodCard } from "#e2e/support/sandbox.ts";
import { approve, goodCheck, makeCheck, makeSale, read } from "./payments.ts";

const address = {
  company: "Marchetti & Co",
  firstname: "Sofia",
  lastname: "Marchetti",
  street: "7 Orchard Close",
  street2: "Apt 5",
  city: "Chicago",
  state: "IL",
  postalcode: "60640",
  country: "US",
  phone: "312 555 0117",
};
const { firstname: first_name, lastname: last_name, ...rest } = address;
const shownAddress = { first_name, last_name, ...rest };

const words = {
  invoice: "10479",
  ponum: "PO-1",
  orderid: "8C2N-VX4P",
  description: "Delivery, Friday after 16:00",
  comments: "Ring the side door",
};

describeSandbox("submitted fields are stored", (sandbox) => {
  test("a sale returns every field it was sent with", async () => {
    const customFields = Object.fromEntries(
      Array.from({ length: 20 }, (_, place) => [String(place + 1), `v${place}`]),
    );
    const { body } = await sandbox().command("sale", {
      ...words,
      amount: "179.26",
      amount_detail: {
        subtotal: "142.50",
        tax: 11.76,
        tip: "10",
        shipping: "15.00",
        duty: "1.00",
        discount: "1.00",
      },
      creditcard: {
        ...goodCard,
        cardholder: "Sofia Marchetti",
        avs_street: "7 Orchard Close",
        avs_zip: "60640",
      },
      email: "sofia@example.com",
      terminal: "Register 2",
      clerk: "Mira",
      clientip: "203.0.113.7",
      currency: "840",
      software: "Console 1",
      traits: { is_debt: true, is_recurring: 0 },
      billing_address: address,
      shipping_address: { ...address, city: "Evanston" },
      lineitems: [
        { sku: "BQ-L", name: "Bouquet", qty: 2, cost: "48.00", tax_amount: "7.92", product_key: "p1" },
      ],
      custom_fields: customFields,
    });
    const detail = await read(sandbox(), body.key);
    expect(detail).toMatchObject({
      ...words,
      type: "transaction",
      created: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/),
      amount: "179.26",
      amount_detail: {
        subtotal: "142.50",
        tax: "11.76",
        tip: "10.00",
        shipping: "15.00",
        duty: "1.00",
        discount: "1.00",
      },
      creditcard: {
        number: "xxxxxxxxxxxx2224",
        cardholder: "Sofia Marchetti",
        avs_street: "7 Orchard Close",
        avs_postalcode: "60640",
        type: "V",
      },
      customer_email: "sofia@example.com",
      terminal: "Register 2",
      clerk: "Mira",
      clientip: "203.0.113.7",
      currency: "840",
      traits: { is_debt: true, is_recurring: false },
      billing_address: shownAddress,
      shipping_address: { ...shownAddress, city: "Evanston" },
      lineitems: [
        {
          sku: "BQ-L",
          name: "Bouquet",
          qty: "2.0000",
          cost: "48.00",
          tax_amount: "7.92",
          taxable: "Y",
          product_key: "p1",
        },
      ],
      custom_fields: customFields,
      source_name: "Sandbox",
      platform: { name: expect.any(String) },
    });
  });

  test("fields that were not sent are absent", async () => {
    const detail = await read(sandbox(), await makeSale(sandbox(), "1.00"));
    for (const field of [
      "invoice",
      "orderid",
      "comments",
      "check",
      "bin",
      "fraud",
      "origin",
      "lineitems",
      "billing_address",
      "amount_detail",
      "receipts",
    ])
      expect(detail).not.toHaveProperty(field);
  });

  test("bin, fraud and origin are returned on request and reveal no API key", async () => {
    const trankey = await makeSale(sandbox(), "1.00");
    const query = "?return_bin=true&return_fraud=1&return_origin=Y";
    const { body, text } = await sandbox().request("GET", `/transactions/${trankey}${query}`);
    expect(body.bin).toMatchObject({ bin: "400010", type: "Credit", country_iso: "840" });
    expect(body.fraud).toEqual({ card_blocked: "N" });
    expect(body.origin).toMatchObject({ source_name: "Sandbox", api_type: "rest", clientip: "127.0.0.1" });
    expect(text).not.toContain(sandbox().key);
    const wrong = await sandbox().request("GET", `/transactions/${trankey}?return_bin=perhaps`);
    expect([wrong.status, wrong.body.errorcode]).toEqual([400, 21004]);
  });

  test("a check shows its holder, number and dates, never its account", async () => {
    const { body } = await sandbox().request("GET", `/transactions/${await makeCheck(sandbox(), "5.00")}`);
    expect(body.check).toEqual({
      accountholder: "Sofia Marchetti",
      checknum: "101",
      trackingnum: expect.stringMatching(/^\d+$/),
      effective: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
      processed: "",
      settled: "",
      returned: null,
      banknote: null,
    });
    expect(body.authcode).toMatch(/^TM[0-9A-F]{4}$/);
    expect(JSON.stringify(body)).not.toContain(goodCheck.account);
  });

  test("a cash sale's breakdown has neither duty nor subtotal", async () => {
    const key = await approve(sandbox(), "cash:sale", {
      amount: "5.00",
      amount_detail: { tip: "1.00", duty: "1.00" },
    });
    expect((await read(sandbox(), key)).amount_detail).toEqual({
      tip: "1.00",
      tax: "0.00",
      shipping: "0.00",
      discount: "0.00",
    });
  });

  test("a customer is saved with a payment and used by later ones", async () => {
    const { body } = await sandbox().command("sale", {
      amount: 1,
      creditcard: goodCard,
      save_customer: true,
      save_customer_paymethod: true,
      billing_address: address,
      email: "sofia@example.com",
    });
    expect(body.customer).toMatchObject({
      type: "customer",
      key: expect.any(String),
      custid: expect.any(String),
    });
    const later = await approve(sandbox(), "cash:sale", { amount: 2, custkey: body.customer.key });
    expect(await read(sandbox(), later)).toMatchObject({
      cust_key: body.customer.key,
      custid: body.customer.custid,
    });
  });

  test("a quicksale copies card, address and invoice, and may change the invoice", async () => {
    const trankey = await makeSale(sandbox(), "5.00", {
      invoice: "77",
      orderid: "first",
      creditcard: { ...goodCard, avs_street: "7 Orchard Close", avs_zip: "60640" },
      billing_address: address,
    });
    const { body } = await sandbox().command("quicksale", { trankey, amount: "6.00" });
    expect(body.cvc.result_code).toBe("P");
    const detail = await read(sandbox(), body.key);
    expect(detail).toMatchObject({
      invoice: "77",
      creditcard: { number: "xxxxxxxxxxxx2224", avs_street: "7 Orchard Close", avs_postalcode: "60640" },
      billing_address: shownAddress,
    });
    expect(detail).not.toHaveProperty("orderid");
    const other = await sandbox().command("quicksale", { trankey, amount: "7.00", invoice: "78" });
    expect(other.body.invoice).toBe("78");
  });

  test("a voice authorization keeps the issuer's code with leading zeros", async () => {
    const { body } = await sandbox().command("cc:postauth", {
      amount: 5,
      authcode: "001234",
      creditcard: goodCard,
    });
    expect(body.authcode).toBe("001234");
    expect((await read(sandbox(), body.key)).authcode).toBe("001234");
  });
});
