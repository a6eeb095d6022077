import { readFileSync } from "node:fs";
import { request as httpRequest } from "node:http";
import { networkInterfaces } from "node:os";
import { expect, test } from "#e2e/support/console.ts";
import { chargeCard, visa } from "#e2e/support/pages/charge-card.ts";
import { pageUserHeader } from "#e2e/support/pages/page-user-header.ts";
import { signInWithoutPage } from "#e2e/support/pages/sign-in.ts";

const everywhere = {
  "x-content-type-options": "nosniff",
  "referrer-policy": "same-origin",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  "permissions-policy": expect.stringContaining("camera=()"),
  "x-request-id": expect.stringMatching(/^[0-9a-f]{8}$/),
};

test("every response has the protecting headers: pages, files, data, redirects, errors and what does not exist", async ({
  console,
}) => {
  const ids = new Set<string>();
  const kinds: [path: string, init: RequestInit, status: number, policy: RegExp][] = [
    ["/sign-in", {}, 200, page],
    ["/charge", {}, 307, page],
    ["/no-such-page", {}, 404, page],
    ["/mark.svg", {}, 200, page],
    ["/_next/static/no-such.js", {}, 404, /^default-src 'self'; frame-ancestors 'none'/],
    ["/_next/image?url=x", {}, 400, page],
    ["/api/healthz", {}, 200, data],
    ["/api/console/attempts", {}, 401, data],
    ["/api/no-such-route", {}, 404, data],
    ["/api/no-such-route", { method: "POST" }, 404, data],
    ["/api/healthz", { method: "DELETE" }, 405, data],
    ["/api/auth/csrf", {}, 200, data],
    ["/api/auth/callback/credentials", { method: "POST" }, 403, data],
    ["/api/webhooks/gateway", { method: "POST", body: "{}" }, 401, data],
    ["/charge", { method: "POST", headers: { "next-action": "0" } }, 403, page],
    ["/charge", { method: "POST", headers: { origin: console.origin, "next-action": "0" } }, 400, page],
    ["/charge", { headers: { "next-action": "0", "content-security-policy": "script-src *" } }, 307, page],
  ];
  for (const [path, init, status, policy] of kinds) {
    const answer = await fetch(`${console.origin}${path}`, { redirect: "manual", ...init });
    const headers = Object.fromEntries(answer.headers);
    expect({ path, status: answer.status, headers }).toMatchObject({ path, status, headers: everywhere });
    expect(headers["content-security-policy"], path).toMatch(policy);
    expect(headers["content-security-policy"], path).not.toMatch(
      /unsafe-(eval|hashes)|'unsafe-inline'(?!; img)/,
    );
    ids.add(headers["x-request-id"] ?? "");
  }
  expect(ids.size).toBe(kinds.length);
});

test("scripts and style sheets come compressed as they were built, with the headers of every file", async ({
  console,
}) => {
  const html = await (await fetch(`${console.origin}/sign-in`)).text();
  const files = new Set(html.match(/\/_next\/static\/[^"\\?]+\.(js|css)/g));
  expect(files.size).toBeGreaterThan(5);
  for (const file of files) {
    const load = (encoding: string) =>
      fetch(`${console.origin}${file}`, { headers: { "accept-encoding": encoding } });
    const [compressed, plain] = [await load("br"), await load("identity")];
    const type = file.endsWith(".css") ? "text/css; charset=UTF-8" : "application/javascript; charset=UTF-8";
    for (const [answer, encoding] of [[compressed, "br"] as const, [plain, undefined] as const])
      expect({ file, status: answer.status, headers: Object.fromEntries(answer.headers) }).toMatchObject({
        file,
        status: 200,
        headers: {
          ...everywhere,
          ...(encoding && { "content-encoding": encoding }),
          "content-type": type,
          "cache-control": "public, max-age=31536000, immutable",
          vary: expect.stringMatching(/^accept-encoding/i),
        },
      });
    expect(plain.headers.has("content-encoding"), file).toBe(false);
    expect(await compressed.text(), file).toBe(await plain.text());
  }
});

/** A page's own nonce, for scripts and for style elements; only style attributes are free. */
const page =
  /^default-src 'self'; script-src 'self' 'nonce-([\w+/=]+)' 'strict-dynamic'; style-src 'self' 'nonce-\1'; style-src-attr 'unsafe-inline'; .*frame-ancestors 'none'/;
const data = /^default-src 'none'; frame-ancestors 'none'$/;

// card-numbers.spec.ts opens every other page.
test("a payment's page does nothing that its own policy forbids, and receipts keep their styles", async ({
  as,
  console,
}) => {
  const admin = await as("admin");
  const refused: string[] = [];
  admin.on("console", (message) => {
    if (/Content.Security.Policy|Refused to/i.test(message.text())) refused.push(message.text());
  });
  const sale = await console.gateway("POST", "/transactions", {
    command: "sale",
    amount: "31.07",
    creditcard: { number: visa, expiration: "1230" },
  });
  const { key } = sale.body as { key: string }; // an approved sale has a key
  await admin.goto(`/transactions/${key}`);
  const total = admin.frameLocator('iframe[title="Receipt"]').locator("body");
  await expect(total).toHaveCSS("background-color", "rgb(255, 255, 255)");
  const printed = admin.frameLocator('iframe[title="Print document"]').locator("body");
  await expect(printed).toHaveCSS("background-color", "rgb(255, 255, 255)");
  expect(refused).toEqual([]);
});

test("signing out clears the browser's cache and what was typed, and keeps the workstation's settings; so does the next sign-in page, a first one does not", async ({
  page: tab,
  console,
}) => {
  // The browser itself says that it is not a script that asks.
  const openSignIn = () => tab.request.get("/sign-in", { headers: { "sec-fetch-dest": "document" } });
  expect((await openSignIn()).headers()["clear-site-data"]).toBeUndefined();
  await signInWithoutPage(tab.context(), console.origin, "clerk");
  await tab.goto("/charge");
  const cookies = await tab.context().cookies();
  await tab.evaluate(() => localStorage.setItem("receipt-paper", "58mm"));
  await tab.getByLabel("Invoice", { exact: true }).fill("typed-1");
  const left = tab.waitForResponse((response) => "next-action" in response.request().headers());
  await tab.getByRole("button", { name: "Sign out" }).click();
  expect((await (await left).allHeaders())["clear-site-data"]).toBe('"cache"');
  await expect(tab).toHaveURL(/\/sign-in/);
  expect(await tab.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }))).not.toContain(
    "typed-1",
  );
  expect(await tab.evaluate(() => localStorage.getItem("receipt-paper"))).toBe("58mm");
  await tab.context().addCookies(cookies);
  expect((await openSignIn()).headers()["clear-site-data"]).toBe('"cache"');
});

test("a payment's response has the protecting headers, and it works behind a proxy that replaces the Host header", async ({
  as,
  console,
}) => {
  const clerk = await as("clerk");
  const action = clerk.waitForResponse((response) => "next-action" in response.request().headers());
  await chargeCard(clerk, { amount: "3.19", number: visa });
  const answered = await action;
  expect(answered.headers()).toMatchObject(everywhere);
  const sent = answered.request();
  const headers = { ...(await sent.allHeaders()), ...(await pageUserHeader(clerk.request)) };
  // Node sends the rest of the headers itself.
  const {
    host: _,
    "content-length": __,
    "accept-encoding": ___,
    ...kept
  } = Object.fromEntries(Object.entries(headers).filter(([name]) => !name.startsWith(":")));
  const answer = await postAs(
    console.origin,
    sent.url(),
    { ...kept, host: "backend:3000" },
    sent.postData() ?? "",
  );
  expect(answer.status).toBe(200);
  expect(answer.text).toContain('"state":"answered"');
  const foreign = { ...kept, host: "evil.test", origin: "http://evil.test" };
  expect((await postAs(console.origin, sent.url(), foreign, sent.postData() ?? "")).status).toBe(403);
});

/** fetch() sets the Host header itself. */
function postAs(origin: string, url: string, headers: Record<string, string>, body: string) {
  const { hostname, port } = new URL(origin);
  return new Promise<{ status: number; text: string }>((resolve, reject) => {
    const { pathname, search } = new URL(url);
    const outgoing = httpRequest(
      { hostname, port, path: `${pathname}${search}`, method: "POST", headers },
      async (response) => {
        let text = "";
        for await (const chunk of response) text += chunk;
        resolve({ status: response.statusCode ?? 0, text });
      },
    );
    outgoing.on("error", reject);
    outgoing.end(body);
  });
}

test("the console of the demo answers on this machine only", async ({ console }) => {
  const { port } = new URL(console.origin);
  expect((await fetch(`http://127.0.0.1:${port}/api/healthz`)).status).toBe(200);
  const outside = Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .filter(({ internal, family }) => !internal && family === "IPv4");
  test.skip(outside.length === 0, "this machine has no other address");
  for (const { address } of outside)
    await expect(fetch(`http://${address}:${port}/api/healthz`)).rejects.toThrow();
});

test("each log line of a request carries the id of its response", async ({ as, console }) => {
  const manager = await as("manager");
  const answer = await manager.request.get("/api/console/transactions/no-such-key");
  const id = answer.headers()["x-request-id"] ?? "";
  await expect.poll(() => readFileSync(console.logFile, "utf8")).toContain(`"request":"${id}"`);
});
