import { type Browser, chromium, type Page } from "@playwright/test";
import { ensureChromium } from "#e2e/run/chromium.ts";
import { chromiumFlags } from "#e2e/run/chromium-flags.ts";
import { closeBatch, makeSale, read } from "#e2e/sandbox/payments.ts";
import { chargeCard } from "#e2e/support/pages/charge-card.ts";
import { until, waitAtMost } from "#e2e/support/until.ts";
import { toDecimal } from "#lib/money.ts";
import { faultsOf } from "./faults.ts";
import type { ProofOptions, ProofReport } from "./proof.ts";
import { type ProvedConsole, startProvedConsole } from "./proved-console.ts";
import type { Fault } from "./proxies/fault.ts";

/**
 * The real console in production mode behind the fault-injecting proxy: real forms are submitted in a browser, and what
 * the page says, at first and in the end, is compared with the gateway's record.
 */
export async function proveScreens({ size }: ProofOptions): Promise<ProofReport> {
  const { path: executablePath } = await ensureChromium();
  const browser = await chromium.launch({ args: chromiumFlags, ...(executablePath && { executablePath }) });
  const proved = await startProvedConsole("prove-screens");
  try {
    return await pressAll(browser, proved, casesOf(size));
  } finally {
    await browser.close();
    await proved.stop();
  }
}

type Form = "charge" | "void" | "refund";
type Case = { fault: Fault; form: Form };

/** One fault of each class of outcomes; each runs with every form that can reach it. */
const sample = ["refused", "reset before commit", "reset after commit", "HTML page with 200", "one 429"];

function casesOf(size: ProofOptions["size"]): Case[] {
  // Where the console's address for the gateway leads cannot change under it.
  const faults = faultsOf("small").filter(({ address }) => address === undefined);
  const charges = faults.filter(({ name }) => size === "full" || sample.includes(name));
  const actions = faults.filter(({ name, connection }) => sample.includes(name) && !connection);
  return [
    ...charges.map((fault) => ({ fault, form: "charge" as const })),
    ...actions.flatMap((fault) => (["void", "refund"] as const).map((form) => ({ fault, form }))),
  ];
}

async function pressAll(
  browser: Browser,
  proved: ProvedConsole,
  cases: readonly Case[],
): Promise<ProofReport> {
  const page = await proved.signedIn(browser);
  const broken: string[] = [];
  for (const [index, one] of cases.entries()) {
    const problems = await pressOnce(page, proved, one, 3000 + index).catch((error: unknown) => [
      `it broke off: ${error instanceof Error ? error.message : error}`,
    ]);
    broken.push(...problems.map((words) => `${one.form}, ${one.fault.name}: ${words}`));
  }
  return {
    figures: [
      { what: "forms pressed in a browser, faults", value: `${cases.length}`, expected: "" },
      { what: "wrong screens, at once or in the end", value: broken.length, expected: "0" },
    ],
    broken,
  };
}

/** What was wrong, as text. */
async function pressOnce(
  page: Page,
  proved: ProvedConsole,
  { fault, form }: Case,
  cents: number,
): Promise<string[]> {
  const { sandbox, proxy } = proved;
  const key = form === "charge" ? undefined : await makeSale(sandbox, toDecimal(cents));
  if (form === "refund") await closeBatch(sandbox);
  // Another user's sale, so that there is a batch to close in any case.
  if (fault.closing) await makeSale(sandbox, "1.00");
  const press = await fillIn(page, { form, key, cents, arm: () => proxy.arm(fault) });
  const sentBefore = proxy.posts.length;
  await press();
  const result = page.getByRole("region", { name: "Result" });
  await result.waitFor({ timeout: 60_000 });
  const words = async () => (await result.textContent()) ?? "";
  await until(async () => !/^Waiting/.test(await words()), 60_000);
  const first = await words();
  if (fault.closing) await closeBatch(sandbox);
  await proxy.lift();
  await until(async () => proxy.idle, 30_000);
  const isDone = await isInRecord(proved, { form, key, cents });
  const right = isDone ? rightWhenDone : rightWhenNot;
  await waitAtMost(async () => right.test(await words()), 60_000);
  const last = await words();
  const sent = proxy.posts.slice(sentBefore).filter(({ turnedAway }) => !turnedAway).length;
  return [
    !isRightAtFirst(first, fault) && `it said at first: ${first.slice(0, 90)}`,
    !right.test(last) && `it was ${isDone ? "" : "not "}done, and in the end it said: ${last.slice(0, 90)}`,
    sent > 1 && `it was sent ${sent} times`,
  ].filter((sentence) => typeof sentence === "string");
}

type Press = { form: Form; key: string | undefined; cents: number; arm: () => Promise<void> };

/** Fills in the form before it injects the fault, so that loading the page is not affected. */
async function fillIn(page: Page, { form, key, cents, arm }: Press): Promise<() => Promise<unknown>> {
  if (form === "charge")
    return async () => {
      await chargeCard(page, { amount: toDecimal(cents), number: "4000100011112224" }, arm);
    };
  const name = form === "void" ? "Void" : "Refund";
  await page.goto(`/transactions/${key}`);
  const open = page.getByRole("region", { name: "Actions" }).getByRole("button", { name, exact: true });
  await open.click();
  await arm();
  return () => page.getByRole("dialog").getByRole("button", { name, exact: true }).click();
}

const rightWhenDone = /^Approved/;
/** Also matches an unknown outcome, for which the page shows its lookups. */
const rightWhenNot =
  /^(Error\. (The gateway refused it\. |Nothing was sent\. )?Nothing was|We don't know yet)/;

function isRightAtFirst(words: string, { right }: Fault): boolean {
  const isRight = {
    unsent: /^Error\. Nothing was sent\./,
    // The lookup may have finished before the page showed it.
    unknown: /^(We don't know yet\. Do not|Approved\..*Found after|Error\. Nothing was .*Found after)/,
    answered: /^Approved/,
    refused: /^Error\. The gateway refused it/,
    resolved: /Found after/,
    prepared: /^Waiting/,
    sent: /^Waiting/,
  };
  return right.some((state) => isRight[state].test(words));
}

async function isInRecord(
  { sandbox }: ProvedConsole,
  { form, key, cents }: Omit<Press, "arm">,
): Promise<boolean> {
  if (form === "void") return (await read(sandbox, String(key))).trantype_code === "V";
  const { body } = await sandbox.request("GET", "/transactions?limit=1000&offset=0");
  const listed: { amount: string; key: string; result_code: string }[] = body.data;
  return listed.some(
    (one) => one.amount.replace("-", "") === toDecimal(cents) && one.key !== key && one.result_code === "A",
  );
}
