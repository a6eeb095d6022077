import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import { authorization } from "#lib/gateway/signature.ts";
import { createMasker } from "./masker.ts";

const card = "4539578763621486";
const account = "8837265519";
const sha256Hex = (text: string) => createHash("sha256").update(text).digest("hex");
const base64 = (text: string, encoding: BufferEncoding = "utf8") =>
  Buffer.from(text, encoding).toString("base64");

/** All that a masked value shows, also of its base64. */
const shownBy = (masked: unknown) => {
  const text = JSON.stringify(masked);
  const inner = [...text.replaceAll(/\\r\\n/g, "").matchAll(/[A-Za-z0-9+/]{8,}={0,2}/g)].map(([word]) =>
    Buffer.from(word, "base64").toString("latin1"),
  );
  return [text, ...inner].join("\n");
};

describe("stand-ins", () => {
  test.each(["9012345678", "900123", "90000001", "900000000001"])(
    "replace the account %s, which looks like one",
    (real) => {
      const masker = createMasker();
      const first = masker.json({ account: real, comments: `from ${real}` });
      expect(JSON.stringify(first)).not.toContain(real);
      expect(masker.json({ account: real, comments: `from ${real}` })).toEqual(first);
    },
  );

  test.each(["4539000000000010", "4539000012345", "401200000012345", "4000000000000002"])(
    "replace the card %s, which looks like one",
    (real) => {
      const masked = createMasker().json({ creditcard: { number: real }, invoice: `card ${real}` });
      expect(JSON.stringify(masked)).not.toContain(real);
    },
  );

  test("stay as they are where the recording has them", () => {
    const masker = createMasker();
    const { number } = masker.json({ number: card }) as { number: string };
    expect(masker.json({ number })).toEqual({ number });
    expect(createMasker({ own: [number] }).json({ number })).toEqual({ number });
  });

  test("end masked accounts as they end themselves", () => {
    const masked = createMasker().json({ sent: { account }, check: { account: "xxxxxx5519" } });
    expect(masked).toEqual({ sent: { account: "9000000001" }, check: { account: "xxxxxx0001" } });
  });

  test("replace an account that is followed by another number", () => {
    const masked = createMasker().json({ account, comments: `${account} 4 times` });
    expect(masked).toMatchObject({ comments: "9000000001 4 times" });
  });
});

describe("values under a secret's name", () => {
  test.each([
    [
      "in full-width digits",
      { number: "４５３９５７８７６３６２１４８６", cvc: "９０７", account: "８８３７２６５５１９" },
    ],
    ["in Arabic digits", { number: "٤٥٣٩٥٧٨٧٦٣٦٢١٤٨٦", cvc: "٩٠٧", account: "٨٨٣٧٢٦٥٥١٩" }],
    ["in lists", { number: [[4539578763621486]], cvc: [[907]], account: [8837265519] }],
    ["in objects", { number: { value: card }, cvc: { value: 907, "907": 1 }, account: { number: account } }],
    ["in groups", { number: "4539-5787-6362-1486", cvc: "9 0 7", account: "8837 265 519" }],
    ["of any spelling", { Card_Number: card, CSC: "907", cvv2: 907, accountNumber: account }],
  ])("are masked %s", (_name, value) => {
    const shown = shownBy(createMasker().json(value));
    expect(shown).not.toMatch(/907|９０７|٩٠٧|٩|９/);
    expect(shown.replaceAll(/\D/g, "")).not.toMatch(new RegExp(`${card}|${account}`));
  });

  test("are masked when they are longer than any", () => {
    expect(createMasker().json({ number: `${card}11319071` })).toEqual({ number: "[card number]" });
  });

  test("keep the result of a verification", () => {
    const reply = { cvc: { result_code: "M", result: "CVC2/CVV2 Match" } };
    expect(createMasker().json(reply)).toEqual(reply);
  });

  test("are masked as dates in any form, but when they are past or none", () => {
    const dates = ["2031-11-30", "November 2031", "١١٣١", "0120", "1331"];
    expect(createMasker().json({ expiration: dates })).toEqual({
      expiration: ["1249", "1249", "1249", "0120", "1331"],
    });
  });

  test("are learned from anywhere for what came before", () => {
    expect(createMasker().json(["used one-time-9F3kQ2xW", { payment_key: "one-time-9F3kQ2xW" }])).toEqual([
      "used [payment key]",
      { payment_key: "[payment key]" },
    ]);
  });
});

test("a number that JSON can't hold shows no digits", () => {
  expect(createMasker().json(JSON.parse('{"x":9999578763621486123,"y":123456789012345}'))).toEqual({
    x: "[number]",
    y: 123456789012345,
  });
});

test("values nested deeper than any reply are left out, and the rest is kept", () => {
  const deep = JSON.parse(`{"key":"abc","x":${"[".repeat(20_000)}"${card}"${"]".repeat(20_000)}}`);
  const masked = JSON.stringify(createMasker().json(deep));
  expect(masked).toContain('"key":"abc"');
  expect(masked).toContain("[unreadable]");
  const text = createMasker().json({ comments: `${"[".repeat(20_000)}"${card}"${"]".repeat(20_000)}` });
  expect(JSON.stringify(text)).not.toContain(card);
});

describe("the time to mask a text", () => {
  /** The best of many runs, in ms: a busy machine only adds to it, sometimes to several in a row. */
  const timeOf = (run: () => void) =>
    Math.min(
      ...Array.from({ length: 30 }, () => {
        const startedAt = performance.now();
        run();
        return performance.now() - startedAt;
      }),
    );
  const text = "Sale of twelve dollars to nobody in particular. ".repeat(400);

  test.each(["x", "."])("is short for a long row of %s", (sign) => {
    const masker = createMasker();
    masker.learn(authorization("a-key-of-a-test", "8391-pin", "seed", sha256Hex));
    const before = process.cpuUsage();
    masker.text(`${sign.repeat(200_000)}y`);
    expect(process.cpuUsage(before).user).toBeLessThan(5_000_000);
  });

  test("does not grow with the holders that were sent", () => {
    const timeWith = (count: number) => {
      const masker = createMasker();
      for (let n = 0; n < count; n++) masker.json({ cardholder: `Holder Number ${n}` });
      return timeOf(() => masker.text(text));
    };
    expect(timeWith(5000)).toBeLessThan(4 * timeWith(50));
  });

  test("does not grow with the requests that were recorded", () => {
    const timeWith = (count: number) => {
      const masker = createMasker();
      for (let n = 0; n < count; n++)
        masker.learn(authorization("a-key-of-a-test", "8391-pin", `seed-${n}`, sha256Hex));
      return timeOf(() => masker.text(text));
    };
    expect(timeWith(5000)).toBeLessThan(4 * timeWith(50));
  });
});

test("a PIN is replaced where it is alone, not within a number", () => {
  expect(createMasker().json({ pin: "7788", comments: "order 177889, PIN is 7788." })).toEqual({
    pin: "[pin]",
    comments: "order 177889, PIN is [pin].",
  });
});

test("signatures and hashes are left out by their form, those of no learned key too", () => {
  const masker = createMasker();
  const hash = sha256Hex("any");
  masker.learn(`Basic ${base64("a-key-of-a-test:s2/seed")}`);
  expect(masker.text(`key a-key-of-a-test s2/seed/short and s2/seed/${hash}, ${hash}`)).toBe(
    "key [api key] [signature] and [signature] [hash]",
  );
});

describe("base64", () => {
  const page = `<html>${"x".repeat(43)} Card ${card} cvc=907 end of the receipt </html>`;
  test.each([
    ["of Latin-1", base64(`<html>Caf\xe9 Luna. Card ${card} cvc=907</html>`, "latin1")],
    ["of Latin-1 with control characters", base64(`\x1b@Caf\xe9. Card ${card} cvc=907\x1dV`, "latin1")],
    ["in lines of 76", base64(page).replaceAll(/.{76}/g, "$&\r\n")],
    ["in lines of 64", base64(page).replaceAll(/.{64}/g, "$&\n")],
    ["within base64", base64(base64(page))],
  ])("%s is masked", (_name, text) => {
    const shown = shownBy(createMasker().json({ receipt: text }));
    const inner = [...shown.matchAll(/[A-Za-z0-9+/]{40,}={0,2}/g)].map(([word]) =>
      Buffer.from(word, "base64").toString("latin1"),
    );
    for (const place of [shown, ...inner]) {
      expect(place).not.toContain(card);
      expect(place).not.toMatch(/cvc=907/);
    }
  });

  test("of no text is left out when it is long", () => {
    const picture = Buffer.from(Array.from({ length: 600 }, (_, n) => (n * 89) % 256)).toString("base64");
    expect(createMasker().json({ logo: picture, id: picture.slice(0, 60) })).toEqual({
      logo: "[unreadable]",
      id: picture.slice(0, 60),
    });
  });
});

describe("texts that are no JSON", () => {
  test.each([
    ...["<cvc>907</cvc>", '<input name="cvc" value="907">', "<dt>CVC</dt><dd>907</dd>"],
    ...[
      "security code: 907",
      "card_code=907",
      "csc 907",
      "CVV2 = 907",
      '<card_code type="x">907</card_code>',
    ],
    ...["creditcard[cvc]=907&amount=1", "creditcard%5Bcvc%5D=907", "card%5Bcvc%5D%3D907", "%5Bcvv%5d=907"],
    ...["Security-Code was 1 of 2, security code 907", "<cvc><b>907</b></cvc>", "CVC\n907"],
  ])("show no security code: %s", (text) => {
    expect(createMasker().text(text)).not.toContain("907");
  });

  test.each([
    ...[`account=${account}`, `<account>${account}</account>`, `acct: ${account}`, `account no ${account}`],
    ...[`Account Number: 8837 265 519`, `"account_number":"${account}"`, `<acct kind="x">${account}</acct>`],
  ])("show no account: %s", (text) => {
    expect(createMasker().text(text).replaceAll(/\D/g, "")).not.toContain(account);
  });

  test.each(["PIN: 77-88", "<pin>77-88</pin>", "pin code 77-88", "your PIN <b>77-88</b>"])(
    "show no PIN: %s",
    (text) => expect(createMasker().text(text)).not.toContain("77-88"),
  );

  test("show no secret before what names it", () => {
    expect(createMasker().text(`${account} was refused. account=${account}`)).not.toContain(account);
  });

  test("stay unchanged when they name a PIN, account or security code without its value", () => {
    const text = "<p>PIN is wrong. The account is closed, the security code was not checked.</p>";
    expect(createMasker().text(text)).toBe(text);
  });
});
