import { execFileSync, spawnSync } from "node:child_process";
import fc from "fast-check";
import { expect, test } from "vitest";
import { canInstall, installPackage } from "#e2e/run/debian.ts";
import { toDecimal } from "../money.ts";
import { netOf } from "./entries.ts";
import { reconcile } from "./reconcile.ts";
import { type TestBatch, testBatches } from "./test-batches.ts";

/** `apt-get install hledger`. Without it the tests are skipped. */
const isThere = () => spawnSync("hledger", ["--version"]).status === 0;
const hasHledger =
  isThere() || (process.env.CI === "true" && canInstall() && (await installPackage("hledger")) && isThere());
const count = Number(process.env.RECONCILIATION_RUNS ?? 300);

const notInstalled = "hledger is not installed here";

test(
  `hledger agrees with the totals of ${count} batches`,
  ({ skip }) => {
    skip(!hasHledger, notInstalled);
    const batches = fc.sample(fc.tuple(testBatches(), fc.constantFrom(0, 0, 137)), count).map(withMore);
    for (let start = 0; start < count; start += batchesAtOnce)
      compare(batches.slice(start, start + batchesAtOnce));
  },
  // Ten thousand batches take a minute or two.
  60_000 + count * 50,
);

test("hledger refuses a batch whose causes do not add up", ({ skip }) => {
  skip(!hasHledger, notInstalled);
  const [batch] = fc.sample(testBatches(), 1) as [TestBatch];
  const result = reconcile(batch);
  const wrong = { ...result, remainder: result.remainder + 1 };
  expect(() => hledger(["check"], toLedger("b0", batch, wrong))).toThrow();
});

/** hledger takes much longer for twice as many accounts. */
const batchesAtOnce = 250;

function compare(batches: readonly TestBatch[]): void {
  const results = batches.map((batch) => reconcile(batch));
  const text = batches
    .map((batch, place) => toLedger(`b${place}`, batch, results[place] ?? reconcile(batch)))
    .join("\n");
  // `check` fails where a transaction does not balance, or where a batch has something left that nothing explains.
  hledger(["check", "--strict"], text);
  const balances = readBalances(hledger(["balance", "--flat", "--output-format=csv"], text));
  for (const [place, result] of results.entries())
    for (const side of [{ ...result, currency: undefined }, ...result.others]) {
      const name = side.currency === undefined ? `b${place}` : `b${place}:${side.currency}`;
      const of = (account: string) => balances.get(`${name}:${account}`) ?? "0.00";
      expect(of("gateway")).toBe(toDecimal(-netOf(side.header)));
      expect(of("journal")).toBe(toDecimal(netOf(side.journal)));
      expect(of("remainder")).toBe(toDecimal(side.remainder));
      const own = result.causes.filter(({ currency }) => currency === side.currency);
      for (const [kind, alike] of Map.groupBy(own, (cause) => cause.kind))
        expect(of(`causes:${kind}`)).toBe(toDecimal(alike.reduce((sum, { cents }) => sum + cents, 0)));
    }
}

/** A batch whose total has more than anything explains. */
const withMore = ([batch, cents]: [TestBatch, number]): TestBatch => {
  const { sales } = batch.header;
  return { ...batch, header: { ...batch.header, sales: { ...sales, cents: sales.cents + cents } } };
};

/**
 * A batch as a ledger: every payment, cause and total as it is, so that hledger adds them up on its own. Other currencies
 * are commodities of their own, each of which has to balance.
 */
function toLedger(name: string, { journal }: TestBatch, result: ReturnType<typeof reconcile>) {
  const lines: string[] = [];
  const accounts = new Set<string>();
  const post = (account: string, cents: number, currency = "USD") => {
    const place = currency === "USD" ? name : `${name}:${currency}`;
    accounts.add(`${place}:${account}`);
    lines.push(`    ${place}:${account}  ${currency} ${toDecimal(cents)}`);
  };
  for (const { kind, cents, certainty, currency, isHeld } of journal)
    if (certainty !== "unknown" && !isHeld && kind !== "voids")
      post("journal", kind === "sales" ? cents : -cents, currency);
  for (const { kind, cents, currency } of result.causes) post(`causes:${kind}`, cents, currency);
  for (const side of [{ ...result, currency: undefined }, ...result.others]) {
    post("remainder", side.remainder, side.currency);
    post("gateway", -side.header.sales.cents, side.currency);
    post("gateway", side.header.refunds.cents, side.currency);
  }
  const declared = [...accounts].map((account) => `account ${account}`);
  const commodities = ["USD", "EUR", "GBP"].map((code) => `commodity ${code} 1000.00`);
  return [...declared, ...commodities, `2026-11-19 ${name}`, ...lines, ""].join("\n");
}

const hledger = (args: readonly string[], ledger: string): string =>
  execFileSync("hledger", ["-f", "-", ...args], {
    input: ledger,
    encoding: "utf8",
    maxBuffer: 1024 ** 3,
    stdio: ["pipe", "pipe", "pipe"],
    env: { ...process.env, LC_ALL: "C.UTF-8" },
  });

/** Of `"account","balance"` lines: "USD 12.50" by account. hledger leaves out what is zero. */
function readBalances(csv: string): Map<string, string> {
  const rows = csv.split("\n").map((line) => /^"([^"]+)","(?:[A-Z]{3} )?(-?[\d.]+|0)"/.exec(line));
  return new Map(
    rows.flatMap((row) => (row?.[1] ? [[row[1], row[2] === "0" ? "0.00" : (row[2] ?? "")]] : [])),
  );
}
