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

for (const width of [1280, 768, 375])
  test(`the API reference shows every operation at ${width} px without requests to other hosts`, async ({
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
    await page.setViewportSize({ width, height: 900 });
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
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect(overflow).toBeLessThanOrEqual(0);
    expect(elsewhere).toEqual([]);
    expect(complaints).toEqual([]);
  });

test("a request tried out on the page is signed with key and PIN as the contract says", async ({ page }) => {
  await page.goto(`${origin}/docs`);
  await page.getByRole("button", { name: "Authorize", exact: true }).click();
  const dialog = page.locator(".dialog-ux");
  await dialog.getByLabel("auth-basic-username").fill(demoKey.key);
  await dialog.getByLabel("auth-basic-password").fill(demoKey.pin);
  await dialog.locator("button.authorize").click();
  await dialog.locator("button.btn-done").click();
  await page.getByRole("button", { name: /List batches/ }).click();
  await page.getByRole("button", { name: "Try it out" }).click();
  const [request, answer] = await Promise.all([
    page.waitForRequest(/\/api\/v2\/batches/),
    page.waitForResponse(/\/api\/v2\/batches/),
    page.getByRole("button", { name: "Execute" }).click(),
  ]);
  const credential = Buffer.from((request.headers().authorization ?? "").slice(6), "base64").toString();
  expect(credential).toMatch(new RegExp(`^${demoKey.key}:s2/[0-9a-f]{16}/[0-9a-f]{64}$`));
  expect([answer.status(), (await answer.json()).type]).toEqual([200, "list"]);
});
