import { expect, test } from "vitest";
import { describeSandboxOnSqlite, goodCard } from "#e2e/support/sandbox.ts";
import { approve, closeBatch, makeAuthorization, makeCheck, makeSale } from "./payments.ts";

describeSandboxOnSqlite("receipts", (sandbox) => {
  const receipt = async (key: string, path = "") => {
    const { status, body } = await sandbox().request("GET", `/transactions/${key}/receipts${path}`);
    expect(status).toBe(200);
    expect(body).toMatch(/^[A-Za-z0-9+/]+=*$/);
    return Buffer.from(body, "base64").toString("utf8");
  };
  const words = (html: string) =>
    html.replaceAll(/<style>.*?<\/style>|<[^>]+>/gs, " ").replaceAll(/\s+/g, " ");

  test("a receipt shows what a customer needs, never the card number", async () => {
    const { body } = await sandbox().command("sale", {
      amount: "179.26",
      invoice: "10479",
      clerk: "Mira",
      creditcard: { ...goodCard, cardholder: "Sofia Marchetti" },
      amount_detail: { subtotal: "142.50", tax: "11.76", shipping: "15.00", tip: "10.00", discount: "0" },
      lineitems: [{ name: "Hand-tied bouquet", qty: "2", cost: "48.00" }],
    });
    const html = await receipt(body.key);
    expect(html).toMatch(/^<!doctype html>/);
    const text = words(html);
    for (const word of [
      "Alder Street Flowers",
      "212 Alder Street",
      "Inv 10479",
      "2 Hand-tied bouquet 96.00",
      "Subtotal 142.50",
      "Tip 10.00",
      "Total USD 179.26",
      "Visa xxxx 2224",
      "Sofia Marchetti",
      `Authorization ${body.authcode}`,
      `Reference ${body.refnum}`,
      "Sandbox: no money moved",
    ])
      expect(text).toContain(word);
    expect(text).not.toContain("Discount");
    expect(html).not.toContain(goodCard.number);
    expect(html).not.toContain("@page");
  });

  test("text that a customer typed is shown, never run", async () => {
    const evil = `<img src=x onerror="alert(1)"> & 'more'`;
    const key = await makeSale(sandbox(), "1.00", {
      description: evil,
      clerk: evil,
      invoice: "<b>1</b>",
      lineitems: [{ name: evil, cost: "1.00" }],
      creditcard: { ...goodCard, cardholder: evil },
    });
    const html = await receipt(key);
    expect(html).not.toContain("<img");
    expect(html).not.toContain("<b>");
    expect(html).toContain("&#60;img src=x onerror=&#34;alert(1)&#34;&#62; &#38; &#39;more&#39;");
  });

  test("a receipt labels voided, refunded, declined and held money", async () => {
    const sale = await makeSale(sandbox(), "9.00");
    expect(words(await receipt(sale))).not.toMatch(/VOIDED|REFUND|DECLINED|AUTHORIZATION ONLY/);
    await approve(sandbox(), "void", { trankey: sale });
    expect(words(await receipt(sale))).toContain("VOIDED");
    const refunded = await makeSale(sandbox(), "9.50");
    await closeBatch(sandbox());
    const refund = await approve(sandbox(), "refund", { trankey: refunded, amount: "2.00" });
    expect(words(await receipt(refund))).toMatch(/REFUND .* Refund USD 2\.00/);
    const declined = { ...goodCard, number: "4000300611112224" };
    const { body } = await sandbox().command("sale", { amount: 1, creditcard: declined });
    expect(words(await receipt(body.key))).toMatch(/DECLINED .* Insufficient funds/);
    expect(words(await receipt(body.key))).not.toMatch(/Thank you|Signature/);
    expect(words(await receipt(await makeAuthorization(sandbox(), "3.00")))).toContain("AUTHORIZATION ONLY");
  });

  test("a receipt shows the payment's currency and no signature line for a keyed card", async () => {
    const euro = words(await receipt(await makeSale(sandbox(), "9.00", { currency: "978" })));
    expect(euro).toMatch(/Total EUR 9\.00 .*Thank you/);
    expect(euro).not.toContain("Signature");
    expect(euro).toMatch(/[A-Z][a-z]{2} \d{1,2}, \d{4}, \d{1,2}:\d{2} [AP]M/);
    const yen = await makeSale(sandbox(), "900.00", { currency: "392" });
    expect(words(await receipt(yen))).toContain("Total JPY 900 ");
  });

  test("a receipt of a check shows its masked account, one of cash says Cash", async () => {
    expect(words(await receipt(await makeCheck(sandbox(), "9.00")))).toContain("Account xxxx 3524");
    const cash = await approve(sandbox(), "cash:sale", { amount: "9.00" });
    expect(words(await receipt(cash))).toMatch(/Cash .* Total USD 9\.00|Total USD 9\.00 .* Cash/);
  });

  test("vterm is the template when none is named", async () => {
    const key = await makeSale(sandbox(), "9.00");
    expect(await receipt(key, "/vterm")).toBe(await receipt(key));
  });

  test("a custom template is filled in with escaped values", async () => {
    await sandbox().control("POST", "/receipts", {
      id: "mine",
      html: "<p>{{ merchant }}: {{amount}} {{card}} {{description}} {{unknown}}</p>",
    });
    const key = await makeSale(sandbox(), "9.00", { description: "<i>" });
    expect(await receipt(key, "/mine")).toBe(
      "<p>Alder Street Flowers: 9.00 xxxxxxxxxxxx2224 &#60;i&#62; </p>",
    );
  });

  test.each(["send", "receipts/email"])("POST …/%s queues the receipt for mail", async (path) => {
    const trankey = await makeSale(sandbox(), "9.00");
    const { body } = await sandbox().request("POST", `/transactions/${trankey}/${path}`, {
      toemail: "sofia@example.com",
    });
    expect(body).toEqual({ status: "success" });
    expect(await sandbox().control("GET", "/mail")).toEqual([
      {
        to: "sofia@example.com",
        subject: "Receipt from Alder Street Flowers",
        template: "vterm",
        trankey,
        sent: expect.any(String),
        status: "kept",
        attempts: 0,
        error: null,
      },
    ]);
  });

  test("a payment may send its receipts and reports whether it did", async () => {
    const { body } = await sandbox().command("sale", {
      amount: 1,
      creditcard: goodCard,
      email: "sofia@example.com",
      send_receipt: true,
      merchemailaddr: "not an address",
    });
    expect(body.receipts).toEqual({
      customer: "Mail Sent Successfully",
      merchant: "Mail Not Sent: Invalid Address",
    });
    expect(await sandbox().control("GET", "/mail")).toMatchObject([
      { to: "sofia@example.com", trankey: body.key },
    ]);
    for (const template of ["no-such-template", "a\u0000b", "../vterm"]) {
      const lost = await sandbox().command("cash:sale", {
        amount: 2,
        email: "sofia@example.com",
        send_receipt: true,
        "receipt-custemail": template,
      });
      expect([lost.body.result_code, lost.body.receipts]).toEqual([
        "A",
        { customer: "Mail Not Sent: Receipt Template Not Found" },
      ]);
    }
    const unsent = await sandbox().command("sale", {
      amount: 2,
      creditcard: goodCard,
      email: "sofia@example.com",
    });
    expect(unsent.body).not.toHaveProperty("receipts");
  });
});
