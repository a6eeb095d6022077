import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type MailReceiver, startMailReceiver } from "#e2e/support/receivers/mail-receiver.ts";
import { goodCard, type RunningSandbox, startSandbox } from "#e2e/support/sandbox.ts";
import { testOnSqlite } from "#server/sql/test-on-sqlite.ts";

const postgres = process.env.TEST_POSTGRES_URL;

const stores = [["SQLite", "sqlite"] as const, ...(postgres ? [["PostgreSQL", postgres] as const] : [])];

describe.each(stores)("receipts by mail (%s)", (name, store) => {
  const onSqlite = testOnSqlite(name);
  let sandbox: RunningSandbox;
  let receiver: MailReceiver;
  beforeAll(async () => {
    receiver = await startMailReceiver();
    sandbox = await startSandbox({
      store,
      settings: {
        SANDBOX_SMTP_URL: receiver.url,
        SANDBOX_SMTP_FROM: "flowers@example.com",
        SANDBOX_LOG: "on",
      },
    });
  });
  beforeEach(async () => {
    await sandbox.control("POST", "/reset");
    receiver.received.length = 0;
  });
  afterEach(async () => {
    receiver.refuseWith();
    receiver.release();
    await receiver.down();
    await receiver.up();
  });
  afterAll(async () => {
    await sandbox?.stop();
    await receiver?.down();
  });

  const sell = (more: Record<string, unknown> = {}) =>
    sandbox.command("sale", {
      amount: "12.50",
      creditcard: { ...goodCard, cardholder: "Zoë <b>" },
      email: "zoe@example.com",
      send_receipt: true,
      ignore_duplicate: true,
      ...more,
    });
  const outbox = () => sandbox.control("GET", "/mail");
  const arrived = (count: number) => receiver.until(() => receiver.received.length >= count);
  /** The outbox once `holds` is true; it is written just after the mail server's answer. */
  const outboxOnce = (holds: (mails: { status: string; attempts: number }[]) => boolean) =>
    expect.poll(async () => holds(await outbox()), { timeout: 20_000 }).toBe(true);

  test("a command that is refused sends none and says so of none", async () => {
    const { body: sale } = await sell({ send_receipt: true });
    // The next test begins without this one's receipt.
    await arrived(1);
    const refused = await sandbox.command("creditvoid", { trankey: sale.key, amount: "99.00" });
    expect(refused.body).toMatchObject({ result_code: "E" });
    expect(refused.body.receipts).toBeUndefined();
  });

  test("a receipt arrives once, as HTML and as plain text, and is marked as sent", async () => {
    const { body } = await sell();
    await arrived(1);
    const [mail] = receiver.received;
    expect([mail?.from, mail?.to]).toEqual(["flowers@example.com", ["zoe@example.com"]]);
    expect(mail?.data).toContain("Subject: Receipt from Alder Street Flowers\r\n");
    expect(mail?.data).toMatch(/From: "?Alder Street Flowers"? <flowers@example.com>/);
    const parts = partsOf(mail?.data ?? "");
    expect(parts["text/html"]).toMatch(/^<!doctype html>.*Zoë &#60;b&#62;/s);
    expect(parts["text/plain"]).toMatch(
      new RegExp(`Total USD  12.50.*Zoë <b>.*Reference  ${body.refnum}`, "s"),
    );
    expect(mail?.data).not.toContain(goodCard.number);
    await outboxOnce((mails) => mails.every(({ status, attempts }) => status === "sent" && attempts === 1));
    expect(receiver.received.length).toBe(1);
  });

  test("each receipt is mailed with its template", async () => {
    await sandbox.control("POST", "/receipts", { id: "shop", html: "<p>Shop copy {{amount}}</p>" });
    const { body } = await sell({ merchemailaddr: "shop@example.com", "receipt-merchemail": "shop" });
    await sandbox.request("POST", `/transactions/${body.key}/send`, { toemail: "later@example.com" });
    await arrived(3);
    const to = (address: string) => receiver.received.find((mail) => mail.to[0] === address)?.data ?? "";
    expect(partsOf(to("shop@example.com"))["text/plain"]).toBe("Shop copy 12.50");
    expect(partsOf(to("later@example.com"))["text/html"]).toContain("Alder Street Flowers");
    expect(to("zoe@example.com")).not.toBe("");
  });

  onSqlite("a silent mail server does not delay charges", async () => {
    receiver.hold();
    const before = receiver.connections();
    await sell();
    await receiver.until(() => receiver.connections() > before);
    const { body } = await sell();
    expect([body.result_code, body.receipts]).toEqual(["A", { customer: "Mail Sent Successfully" }]);
    expect(receiver.received).toEqual([]);
    receiver.release();
    await arrived(2);
  });

  onSqlite("an unreachable mail server is retried until it is back, also over a restart", async () => {
    await receiver.down();
    expect((await sell()).body.result_code).toBe("A");
    await outboxOnce(([mail]) => mail?.status === "waiting" && mail.attempts >= 2);
    expect(await outbox()).toMatchObject([{ error: "ESOCKET" }]);
    await sandbox.kill9();
    await receiver.up();
    await sandbox.restart();
    await arrived(1);
    await outboxOnce(([mail]) => mail?.status === "sent");
  });

  onSqlite("a temporary refusal is retried, a permanent one is given up", async () => {
    receiver.refuseWith("451 4.7.1 later, zoe@example.com");
    await sell();
    await outboxOnce(([mail]) => mail?.status === "waiting" && mail.attempts === 1);
    receiver.refuseWith();
    await arrived(1);
    receiver.refuseWith("550 5.1.1 unknown user zoe@example.com");
    await sell({ amount: "13.00" });
    await outboxOnce(([mail]) => mail?.status === "failed" && mail.attempts === 1);
    expect((await outbox())[0].error).toBe("550");
    expect(sandbox.output()).toContain('"error":"550"');
    expect(sandbox.output()).not.toContain("zoe@example.com");
  });
});

test("the password of a mail server is in no log and no answer", async () => {
  const receiver = await startMailReceiver();
  const url = new URL(receiver.url);
  url.username = "shop";
  url.password = "secret-mail-pw-7";
  const sandbox = await startSandbox({ settings: { SANDBOX_SMTP_URL: url.href, SANDBOX_LOG: "on" } });
  await sandbox.command("cash:sale", { amount: 1, email: "zoe@example.com", send_receipt: true });
  const error = async () => (await sandbox.control("GET", "/mail"))[0].error;
  await expect.poll(error, { timeout: 20_000 }).toBe("535");
  const mails = JSON.stringify(await sandbox.control("GET", "/mail"));
  await sandbox.stop();
  await receiver.down();
  expect(sandbox.output()).toContain("a receipt could not be mailed");
  for (const text of [sandbox.output(), mails]) expect(text).not.toMatch(/secret-mail-pw-7|smtp:/);
});

/** The decoded parts of a multipart mail by their type. */
function partsOf(data: string): Record<string, string> {
  const boundary = /boundary="([^"]+)"/.exec(data)?.[1] ?? "none";
  return Object.fromEntries(
    data.split(`--${boundary}`).flatMap((part) => {
      const [head = "", ...body] = part.split("\r\n\r\n");
      const type = /Content-Type: (text\/\w+); charset=utf-8/i.exec(head)?.[1];
      return type ? [[type, decode(head, body.join("\r\n\r\n")).trim()]] : [];
    }),
  );
}

function decode(head: string, body: string): string {
  if (/base64/i.test(head)) return Buffer.from(body, "base64").toString("utf8");
  if (!/quoted-printable/i.test(head)) return body;
  const bytes = body
    .replaceAll(/=\r\n/g, "")
    .replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, "latin1").toString("utf8");
}
