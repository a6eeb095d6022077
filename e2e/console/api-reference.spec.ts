import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "@playwright/test";
import { demoKey, readSettings } from "#server/sandbox/settings.ts";
import { type RunningSandbox, startSandbox } from "#server/sandbox/start-sandbox.ts";

let folder: string;
let sandbox: RunningSandbox;
let origin: string;
test.beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "reference-"));
  sandbox = await startSandbox(
    readSettings({ NODE_ENV: "test", DATA_DIR: folder, SANDBOX_PORT: "0", SANDBOX_LOG: "off" }),
  );
  origin = new URL(sandbox.url).origin;
});
test.afterAll(async () => {
  await sandbox?.stop();
  await rm(folder, { recursive: true, force: true });
});

test("the API reference shows every operation on every screen without requests to other hosts, and sends signed ones", async ({
  page,
}) => {
  const elsewhere: string[] = [];
  const complaints: string[] = [];
  page.on("request", (request) => {
    if (!/^data:/.test(request.url()) && new URL(request.url()).origin !== origin)
      elsewhere.push(request.url());
  });
  page.on("console", (message) => {
    if (message.type() === "error" || message.type() === "warning") complaints.push(message.text());
  });
  page.on("pageerror", (error) => complaints.push(String(error)));
  const answer = await page.goto(`${origin}/docs`);
  expect(answer?.headers()["content-security-policy"]).toMatch(
    /^default-src 'none'; script-src 'self'; style-src 'self';/,
  );
  await expect(page).toHaveTitle("Sandbox gateway API");
  const document = await (await page.request.get(`${origin}/openapi.json`)).json();
  const operations = Object.values<object>(document.paths).flatMap((methods) => Object.keys(methods));
  await expect(page.locator(".opblock")).toHaveCount(operations.length);
  await page.getByRole("button", { name: /Process a transaction/ }).click();
  await expect(page.getByText("Insufficient funds")).toBeVisible();
  await expect(page.locator(".examples-select-element")).toContainText("cc:void:release");
  const code = page.getByRole("region", { name: "Client code" });
  await expect(code.getByLabel("curl code")).toContainText(`${origin}/api/v2`);
  await code.getByRole("button", { name: "PHP" }).click();
  await code.getByLabel("Command").selectOption({ label: "void: Void" });
  await expect(code.getByLabel("PHP code")).toContainText('"command" => "void"');
  for (const width of [1280, 768, 375]) {
    await page.setViewportSize({ width, height: 900 });
    await expect(page.locator(".opblock")).toHaveCount(operations.length);
    await expect(code.getByLabel("PHP code")).toBeVisible();
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect(overflow, `at ${width} px`).toBeLessThanOrEqual(0);
  }
  expect(elsewhere).toEqual([]);
  expect(complaints).toEqual([]);

  await test.step("a request tried out on the page is signed with key and PIN as the contract says", async () => {
    await page.getByRole("button", { name: "Authorize", exact: true }).click();
    const dialog = page.locator(".dialog-ux");
    await dialog.getByLabel("auth-basic-username").fill(demoKey.key);
    await dialog.getByLabel("auth-basic-password").fill(demoKey.pin);
    await dialog.locator("button.authorize").click();
    await dialog.locator("button.btn-done").click();
    await page.getByRole("button", { name: /List batches/ }).click();
    const list = page.locator("#operations-Batches-listBatches");
    await list.getByRole("button", { name: "Try it out" }).click();
    const [request, answer] = await Promise.all([
      page.waitForRequest(/\/api\/v2\/batches/),
      page.waitForResponse(/\/api\/v2\/batches/),
      list.getByRole("button", { name: "Execute" }).click(),
    ]);
    const credential = Buffer.from((request.headers().authorization ?? "").slice(6), "base64").toString();
    expect(credential).toMatch(new RegExp(`^${demoKey.key}:s2/[0-9a-f]{16}/[0-9a-f]{64}$`));
    expect([answer.status(), (await answer.json()).type]).toEqual([200, "list"]);
  });
});
