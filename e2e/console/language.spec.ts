import type { Page } from "@playwright/test";
import { expect, test } from "#e2e/support/console.ts";
import { pagePaths } from "#e2e/support/entry-points.ts";
import { visa } from "#e2e/support/pages/charge-card.ts";
import { openUntilQuiet } from "#e2e/support/pages/open-until-quiet.ts";
import { pushRoute } from "#e2e/support/pages/push-route.ts";
import { sendSignIn, signIn } from "#e2e/support/pages/sign-in.ts";
import { signInWithoutBrowser } from "#e2e/support/pages/sign-in-without-browser.ts";
import { plugInAuthenticator } from "#e2e/support/pages/virtual-authenticator.ts";
import { testPassword } from "#e2e/support/test-secrets.ts";
import { languageCookie } from "#lib/language/languages.ts";
import type { Speech } from "#lib/language/t.ts";
import { paths } from "#lib/paths.ts";
import { totpCode } from "#server/auth/factors/totp.ts";

// A console of its own: languages and second steps of its users change here.
test.use({ settings: { PASSWORD_AGAIN_MINUTES: "5" } });

const pages = [
  ...pagePaths(),
  ...[paths.commandLog(), paths.exports(), paths.batch("current"), paths.customers()],
];

/** What a person sees or hears on a page and that the server or the code has in English. */
const englishOn = (page: Page) =>
  page.evaluate(() => {
    const key = Symbol.for("merchant-console.speech");
    const speech = (globalThis as unknown as Record<symbol, () => Speech>)[key]?.();
    if (!speech) return ["The page has no texts of its language."];
    const texts: string[] = [document.title];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const { parentElement, textContent } = walker.currentNode;
      if (parentElement?.closest("script, style, [lang='en'], iframe")) continue;
      if (parentElement?.checkVisibility()) texts.push(textContent ?? "");
    }
    // The usual names of accounts in the accounting software are in English.
    const isAccount = "[id^=setting-JOURNAL_ACCOUNTS]";
    for (const name of ["aria-label", "title", "placeholder", "alt", "aria-description"])
      for (const element of document.querySelectorAll(`[${name}]:not(${isAccount})`))
        texts.push(element.getAttribute(name) ?? "");
    const words = texts.map((text) => text.trim()).filter((text) => /\p{L}{2}/u.test(text));
    return [...new Set(words)].filter(
      (text) => speech.translate(text) !== text && !/^(Shift|Ctrl|Alt) /.test(text),
    );
  });

test("a person chooses Spanish before signing in, every page is in it, and none scrolls sideways on a workstation, a tablet or a phone; Sign out stays in sight in the sidebar, also in English, for the user with the most pages", async ({
  page,
  as,
  console: running,
}) => {
  test.setTimeout(180_000);
  await page.goto(paths.signIn());
  await page.getByRole("button", { name: "Español" }).click();
  await expect(page.getByRole("heading", { name: "Iniciar sesión" })).toBeVisible();
  await expect(page.locator("html")).toHaveAttribute("lang", "es");
  expect(await englishOn(page)).toEqual([]);

  const admin = await as("admin");
  await admin.setViewportSize({ width: 1280, height: 720 });
  await admin.goto(paths.audit());
  await expect(admin.getByRole("button", { name: "Sign out" })).toBeInViewport({ ratio: 1 });
  await admin.context().addCookies([{ name: languageCookie, value: "es", url: running.origin }]);
  const english: Record<string, string[]> = {};
  const tooWide: string[] = [];
  const [first] = pages;
  for (const path of pages) {
    await admin.setViewportSize({ width: 1280, height: 720 });
    // With what the page reads after it is there, and the gateway's status in its header.
    await openUntilQuiet(admin, path, path === first ? undefined : pushRoute);
    await expect(admin.locator("main h1, main h2, header h1").first()).toBeVisible();
    await expect(admin.getByRole("button", { name: "Cerrar sesión" })).toBeEnabled();
    await expect(signOutButton(admin)).toBeInViewport({ ratio: 1 });
    const found = await englishOn(admin);
    if (found.length > 0) english[path] = found;
    for (const width of [1280, 768, 375]) {
      await admin.setViewportSize({ width, height: 720 });
      const taken = await admin.evaluate(settledWidth);
      if (taken > width) tooWide.push(`${path} at ${width}: ${taken}`);
    }
  }
  expect([english, tooWide]).toEqual([{}, []]);
});

test("a payment and its page are in Spanish, and the record of it stays English", async ({
  as,
  console: running,
}) => {
  const page = await as("clerk");
  await page.context().addCookies([{ name: languageCookie, value: "es", url: running.origin }]);
  await page.goto(paths.charge());
  await page.getByLabel("Importe", { exact: true }).fill("12.34");
  await page.getByLabel("Número de tarjeta", { exact: true }).fill(visa);
  await page.getByLabel("Vencimiento", { exact: true }).fill("1232");
  await page.getByRole("button", { name: /^Cobrar \$12\.34/ }).click();
  const result = page.getByRole("region", { name: "Resultado" });
  await expect(result).toHaveText(/^Aprobado/);
  await expect(result).toContainText("Visa terminada en 2224");
  expect(await englishOn(page)).toEqual([]);
  await result.getByRole("link", { name: "Abrir la transacción" }).click();
  await expect(page.getByRole("region", { name: "Acciones" })).toBeVisible();
  expect(await englishOn(page)).toEqual([]);

  await page.context().addCookies([{ name: languageCookie, value: "en", url: running.origin }]);
  await page.reload();
  await expect(page.getByRole("region", { name: "Actions" })).toBeVisible();
  await expect(page.locator("main")).toContainText("Visa ending 2224");
});

test("the page of an unknown address is in the language of the person who opens it", async ({
  page,
  as,
  console: running,
}) => {
  const manager = await as("manager");
  for (const [one, path] of [
    [page, "/no-such-page"],
    [manager, "/no-such-page"],
    [manager, "/drawer/99999"],
  ] as const) {
    await one.context().addCookies([{ name: languageCookie, value: "es", url: running.origin }]);
    expect((await one.goto(path))?.status()).toBe(404);
    await expect(one.getByRole("heading", { name: "Página no encontrada" })).toBeVisible();
    await expect(one.locator("html")).toHaveAttribute("lang", "es");
    if (one === manager) await expect(one.getByRole("button", { name: "Cerrar sesión" })).toBeEnabled();
    expect(await englishOn(one)).toEqual([]);
  }
});

const language = (page: Page) => page.locator("html");

const signOutButton = (page: Page) => page.getByRole("button", { name: /^(Sign out|Cerrar sesión)$/ });

/** From any page that is signed in. */
async function goTo(page: Page, path: string) {
  await expect(signOutButton(page)).toBeEnabled();
  await pushRoute(page, path);
}

/** On the account page, whose words are in the other language then. */
async function chooseOnAccount(page: Page, name: "English" | "Español") {
  await goTo(page, paths.account());
  await page.getByRole("button", { name }).click();
  await expect(language(page)).toHaveAttribute("lang", name === "English" ? "en" : "es");
}

async function signOut(page: Page) {
  await signOutButton(page).click();
  await expect(page).toHaveURL(/\/sign-in/);
}

test("a language is kept with the person who chose it, at any workstation, and the next person has their own", async ({
  page,
  console: running,
}) => {
  await signIn(page, "auditor");
  await chooseOnAccount(page, "Español");
  await expect(page.getByRole("heading", { name: "Su cuenta" })).toBeVisible();
  await signOut(page);
  await expect(language(page)).toHaveAttribute("lang", "en");

  // The next person never chose: the browser decides.
  await sendSignIn(page, "admin@demo.test", testPassword);
  await expect(page).not.toHaveURL(/\/sign-in/);
  await expect(language(page)).toHaveAttribute("lang", "en");
  await signOut(page);
  await page.getByRole("button", { name: "Español" }).click();
  await expect(page.getByRole("heading", { name: "Iniciar sesión" })).toBeVisible();
  await page.getByLabel("Correo electrónico", { exact: true }).fill("admin@demo.test");
  await page.getByLabel("Contraseña", { exact: true }).fill(testPassword);
  await page.getByRole("button", { name: "Iniciar sesión" }).click();
  await expect(page).not.toHaveURL(/\/sign-in/);
  await expect(language(page)).toHaveAttribute("lang", "es");
  await chooseOnAccount(page, "English");
  await signOut(page);
  await expect(language(page)).toHaveAttribute("lang", "es");

  const headers = await signInWithoutBrowser(running.origin, "auditor@demo.test", testPassword);
  const elsewhere = await (await fetch(running.origin + paths.audit(), { headers })).text();
  expect(elsewhere).toMatch(/<html[^>]* lang="es"/);
  expect(elsewhere).toContain("Cerrar sesión");
});

test("a code and a passkey sign a person in with their language too", async ({ page }) => {
  await plugInAuthenticator(page);
  await signIn(page, "bookkeeper");
  await goTo(page, paths.secondStep());
  const secret = ((await page.locator("[data-secret]").textContent()) ?? "").replace(/\s/g, "");
  await page.getByLabel("6-digit code").fill(totpCode(secret, Date.now()));
  await page.getByRole("button", { name: "Turn on" }).click();
  await page.getByLabel("I saved these codes").check();
  await page.getByRole("button", { name: "Finish" }).click();
  await page.getByRole("button", { name: "Add a passkey" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Continue" }).click();
  await expect(page.getByRole("listitem").filter({ hasText: "Not used yet" })).toBeVisible();
  await chooseOnAccount(page, "Español");
  await signOut(page);

  await sendSignIn(page, "bookkeeper@demo.test", testPassword);
  await page.getByRole("button", { name: "Use your app" }).click();
  // The code of the set-up was used; the next one counts already.
  await page.getByLabel("6-digit code").fill(totpCode(secret, Date.now() + 30_000));
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page).not.toHaveURL(/\/sign-in/);
  await expect(language(page)).toHaveAttribute("lang", "es");
  await signOut(page);

  await page.getByRole("button", { name: "Use a passkey" }).click();
  await expect(page).not.toHaveURL(/\/sign-in/);
  await expect(language(page)).toHaveAttribute("lang", "es");
});

/** Runs in the page: how wide its content is once it was drawn twice, for a part that follows the width of the window. */
async function settledWidth(): Promise<number> {
  for (const _ of [1, 2]) await new Promise(requestAnimationFrame);
  return document.documentElement.scrollWidth;
}
