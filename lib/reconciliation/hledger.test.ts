import { execFileSync, spawnSync } from "node:child_process";
import fc from "fast-check";
import { expect, test } from "vitest";
import { canInstall, installPackage } from "#e2e/run/debian.ts";
import { toDecimal } from "../money.ts";
import { netOf } from "./entries.ts";
import { reconcile } from "./reconcile.ts";
import { type TestBatch, testBatches } from "./test-batches.ts";

/** `apt-get install hledger`. Without it the test says so and is skipped. */
const isThere = () => spawnSync("hledger", ["--version"]).status === 0;
const hasHledger =
  isThere() || (process.env.CI === "true" && canInstall() && (await installPackage("hledger")) && isThere());
const count = Number(process.env.RECONCILIATION_RUNS ?? 300);

test.skipIf(!hasHledger)(
  `hledger agrees with the totals of ${count} batches ${hasHledger ? "" : "(hledger is not installed)"}`,
  () => {
    const batches = fc.sample(fc.tuple(testBatches(), fc.constantFrom(0, 0, 137)), count).map(withMore);
    for (let start = 0; start < count; start += batchesAtOnce)
      compare(batches.slice(start, start + batchesAtOnce));
  },
  // Ten thousand batches take a minute or two.
  60_000 + count * 50,
);

test.skipIf(!hasHledger)("hledger refuses a batch whose causes do not add up", () => {
  const [batch] = fc.sample(testBatches(), 1) as [TestBatch];
  const result = reconcile(batch);
  const wrong = { ...result, remainder: result.remainder + 1 };
  expect(() => hledger(["check"], toLedger("b0", batch, wrong))).toThrow();
});

/** hledger takes much longer for twice as many accounts. */
const batchesAtOnce = 250;

function compare(batches: readonly TestBatch[]): void {
  const results = batches.map((batch) => reconcile(batch));
  const text = batches.map((batch, place) => toLedger(`b${place}`, batch, results[place])).join("\n");
  // `check` fails where a transaction does not balance, or where a batch has something left that nothing explains.
  hledger(["check", "--strict"], text);
  const balances = readBalances(hledger(["balance", "--flat", "--output-format=csv"], text));
  for (const [place, { header, journal, causes, remainder }] of results.entries()) {
    const of = (account: string) => balances.get(`b${place}:${account}`) ?? "0.00";
    expect(of("gateway")).toBe(toDecimal(-netOf(header)));
    expect(of("journal")).toBe(toDecimal(netOf(journal)));
    expect(of("remainder")).toBe(toDecimal(remainder));
    for (const [kind, alike] of Map.groupBy(causes, (cause) => cause.kind))
      expect(of(`causes:${kind}`)).toBe(toDecimal(alike.reduce((sum, { cents }) => sum + cents, 0)));
  }
}

/** A batch whose total has more than anything explains. */
const withMore = ([batch, cents]: [TestBatch, number]): TestBatch => {
  const { sales } = batch.header;
  return { ...batch, header: { ...batch.header, sales: { ...sales, cents: sales.cents + cents } } };
};

/** A batch as a ledger: every payment, cause and total as it is, so that hledger adds them up on its own. */
function toLedger(
  name: string,
  { journal, header }: TestBatch,
  result: ReturnType<typeof reconcile> | undefined,
) {
  const lines: string[] = [];
  const accounts = new Set<string>();
  const post = (account: string, cents: number) => {
    accounts.add(account);
    lines.push(`    ${name}:${account}  USD ${toDecimal(cents)}`);
  };
  for (const { kind, cents, certainty, currency, isHeld } of journal)
    if (certainty !== "unknown" && currency === undefined && !isHeld && kind !== "voids")
      post("journal", kind === "sales" ? cents : -cents);
  for (const { kind, cents } of result?.causes ?? []) post(`causes:${kind}`, cents);
  post("remainder", result?.remainder ?? 0);
  post("gateway", -header.sales.cents);
  post("gateway", header.refunds.cents);
  const declared = [...accounts].map((account) => `account ${name}:${account}`);
  return [...declared, "commodity USD 1000.00", `2026-11-19 ${name}`, ...lines, ""].join("\n");
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
  const rows = csv.split("\n").map((line) => /^"([^"]+)","(?:USD )?(-?[\d.]+|0)"/.exec(line));
  return new Map(
    rows.flatMap((row) => (row?.[1] ? [[row[1], row[2] === "0" ? "0.00" : (row[2] ?? "")]] : [])),
  );
}
