import { beforeEach, describe, expect, test } from "vitest";
import type { AttemptRow } from "#server/db/tables/payments/attempts.ts";
import { listedAs } from "./evidence-source.ts";
import { runLookups } from "./run-lookups.ts";
import { MemoryGateway } from "./test-gateway.ts";
import { MemoryRecords, newRow } from "./test-records.ts";
import { waitsForText } from "./waits-for.ts";

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;

let now: number;
let gateway: MemoryGateway;
let records: MemoryRecords;
let callsLeft: number;

beforeEach(() => {
  now = Date.parse("2026-11-20T20:00:00Z");
  callsLeft = Number.POSITIVE_INFINITY;
  gateway = new MemoryGateway(
    () => now,
    () => {
      callsLeft -= 1;
      gateway.isUp = callsLeft >= 0;
    },
  );
  records = new MemoryRecords();
});

const lookUp = () =>
  runLookups({ gateway, records, clock: () => now, timeoutMs: minute, timeZone: "America/Los_Angeles" });

function add(change: Partial<AttemptRow> = {}): AttemptRow {
  const number = String(records.rows.size + 1).padStart(4, "0");
  const row = newRow({
    id: `form-${number}`,
    reference: `AAAA-${number}`,
    command: "sale",
    prepared_at: now,
    sent_at: now,
    state: "unknown",
    next_lookup_at: now,
    ...change,
  });
  records.rows.set(row.id, row);
  return row;
}

/** A payment that the gateway carried out. */
function pay(row: AttemptRow, declined = false) {
  return gateway.pay(row, { comments: `[${row.reference}]`, kind: listedAs(row), declined });
}

function answered(change: Partial<AttemptRow> = {}): AttemptRow {
  const row = add({ state: "answered", next_lookup_at: null, outcome_at: now, ...change });
  const made = pay(row);
  records.rows.set(row.id, { ...row, transaction_key: made.key, answer: JSON.stringify(made) });
  return row;
}

const stateOf = ({ id }: AttemptRow) => {
  const row = records.rows.get(id);
  return { state: row?.state, ...JSON.parse(row?.problem ?? "{}") };
};
const notesOf = ({ id }: AttemptRow) => JSON.parse(records.rows.get(id)?.lookup_notes ?? "{}");
const waitOf = (row: AttemptRow) => waitsForText(notesOf(row).waitsFor);
const listings = () =>
  gateway.requests.listTransactions + gateway.requests.listBatches + gateway.requests.listBatchTransactions;

function wait(ms: number): void {
  now += ms;
  for (const [id, row] of records.rows)
    if (row.state === "unknown") records.rows.set(id, { ...row, next_lookup_at: now });
}

describe("with a list of transactions at the gateway", () => {
  test("five hundred lost answers are found with one request", async () => {
    for (let count = 0; count < 500; count += 1) pay(add());
    expect((await lookUp()).settled).toBe(500);
    expect(listings()).toBe(1);
  });

  test("five equal amounts on one card are five different payments, and the declined one is recognized", async () => {
    const rows = [add(), add(), add(), add(), add()];
    rows.forEach((row, index) => {
      pay(row, index === 2);
    });
    await lookUp();
    expect(rows.map((row) => stateOf(row).moved)).toEqual([true, true, false, true, true]);
  });

  test("another one's transaction of the same amount proves nothing", async () => {
    const row = add();
    gateway.pay(row, { comments: "the same card and amount [BBBB-0001]", kind: "card" });
    await lookUp();
    expect(stateOf(row).state).toBe("unknown");
  });

  test("calls a missing payment not charged once it could no longer come in and the list has shown others of ours", async () => {
    answered();
    await lookUp();
    now += second;
    const row = add();
    pay(add());
    await lookUp();
    expect(stateOf(row).state).toBe("unknown");
    wait(3 * minute);
    await lookUp();
    expect(stateOf(row)).toMatchObject({ state: "resolved", moved: false });
    expect(stateOf(row).message).toMatch(/^No charge found: attempt AAAA-0002 is not in the gateway's/);
  });

  test("a list that is behind is not taken for proof before it has caught up", async () => {
    gateway.lagMs = 10 * minute;
    answered({ command: "authonly" });
    now += hour;
    const row = add({ command: "authonly" });
    pay(row);
    wait(3 * minute);
    await lookUp();
    expect(stateOf(row).state).toBe("unknown");
    wait(8 * minute);
    await lookUp();
    expect(stateOf(row)).toMatchObject({ state: "resolved", moved: true });
  });

  test("a list that lacks one we know of proves nothing", async () => {
    answered();
    now += second;
    const row = add({ command: "authonly" });
    pay(row);
    answered();
    now += second;
    answered({ command: "authonly" });
    gateway.transactions = gateway.transactions.filter((one) => one.key !== "t2" && one.key !== "t3");
    wait(5 * minute);
    await lookUp();
    expect(stateOf(row).state).toBe("unknown");
  });
});

describe("without a list", () => {
  beforeEach(() => {
    gateway.lists = false;
  });

  test("five hundred card payments are found in the open batch with one request in ten at most", async () => {
    for (let count = 0; count < 500; count += 1) pay(add());
    expect((await lookUp()).settled).toBe(500);
    expect(listings()).toBeLessThanOrEqual(50);
  });

  test("a card payment whose batch has closed in between is found in that batch", async () => {
    const row = add();
    pay(row);
    gateway.closeBatch();
    pay(add());
    await lookUp();
    expect(stateOf(row)).toMatchObject({ moved: true, message: "Found by its attempt number in batch 1." });
  });

  test("no charge is found once the batches that could hold it have closed, and until then it says what it waits for", async () => {
    pay(add({ state: "answered" }));
    const row = add();
    await lookUp();
    expect(waitOf(row)).toBe("It could still arrive until 12:02:30 PM.");
    wait(3 * minute);
    await lookUp();
    expect(waitOf(row)).toBe("Batch 1 has to close first (scheduled 9:40 PM).");
    expect(notesOf(row)).toMatchObject({
      places: [{ place: "batch", name: "batch 1", upTo: now, complete: false }],
    });
    gateway.closeBatch();
    now += minute;
    pay(add({ state: "answered" }));
    wait(hour);
    await lookUp();
    expect(stateOf(row)).toMatchObject({ state: "resolved", moved: false });
    expect(stateOf(row).message).toContain("1 (closed Fri, Nov 20, 2026, 12:03 PM)");
    expect(notesOf(row).places).toMatchObject([{ name: "batch 1", complete: true, upTo: now }]);
  });

  test("an authorization, a check and cash stay unknown: no batch would show them", async () => {
    const rows = [
      add({ command: "authonly" }),
      add({ command: "check:sale", tender: "check" }),
      add({ command: "cash:sale", tender: "cash" }),
    ];
    pay(add());
    for (let day = 0; day < 4; day += 1) {
      await lookUp();
      gateway.closeBatch();
      wait(24 * hour);
    }
    expect(rows.map((row) => stateOf(row).state)).toEqual(["unknown", "unknown", "unknown"]);
    expect(rows.map(waitOf)[0]).toContain("a manager's decision");
  });

  test("a batch of 20,000 is read once, goes on after a break, and costs no more than its pages", async () => {
    const rest = { comments: undefined, kind: "card" };
    const row = add();
    pay(row);
    for (let count = 0; count < 19_999; count += 1) gateway.pay(row, rest);
    callsLeft = 12;
    expect(await lookUp()).toMatchObject({ settled: 0, isReached: false });
    callsLeft = Number.POSITIVE_INFINITY;
    gateway.pay(row, rest);
    expect((await lookUp()).settled).toBe(1);
    // The page that was refused, and the newest one a second time, to see what is new.
    expect(gateway.requests.listBatchTransactions).toBeLessThanOrEqual(20 + 2 + 1);
    const missing = add();
    const before = gateway.requests.listBatchTransactions;
    for (let turn = 0; turn < 5; turn += 1) {
      gateway.pay(row, rest);
      wait(minute);
      await lookUp();
    }
    expect(gateway.requests.listBatchTransactions - before).toBe(5);
    gateway.closeBatch();
    wait(hour);
    await lookUp();
    expect(stateOf(missing)).toMatchObject({ state: "resolved", moved: false });
    expect(gateway.requests.listBatchTransactions - before).toBe(5 + 21);
    const later = add({ sent_at: now - hour, prepared_at: now - hour });
    await lookUp();
    expect(gateway.requests.listBatchTransactions - before).toBe(5 + 21);
    expect(stateOf(later).state).toBe("resolved");
  });
});

describe("for any gateway", () => {
  test("an hour without it loses nothing, counts as no look, and the first answer settles", async () => {
    const row = add();
    pay(row);
    callsLeft = 0;
    for (let turn = 0; turn < 60; turn += 1) {
      expect((await lookUp()).isReached).toBe(false);
      now += minute;
    }
    expect(records.rows.get(row.id)?.lookups).toBe(0);
    callsLeft = Number.POSITIVE_INFINITY;
    await lookUp();
    expect(stateOf(row)).toMatchObject({ state: "resolved", moved: true });
  });

  test("a sighting during the wait for the answer settles it without another request", async () => {
    const row = add({ state: "sent", next_lookup_at: null });
    pay(row);
    pay(add());
    await lookUp();
    const seen = records.rows.get(row.id);
    expect(seen?.sighting).toContain(row.reference);
    if (seen) records.rows.set(row.id, { ...seen, state: "unknown", next_lookup_at: now });
    const before = listings();
    await lookUp();
    expect(stateOf(row)).toMatchObject({ state: "resolved", moved: true });
    expect(listings()).toBe(before);
  });

  test("a payment wrongly settled as not charged is corrected with a notice", async () => {
    const problem = JSON.stringify({ message: "No charge found.", moved: false });
    const row = add({ state: "resolved", problem, next_lookup_at: null });
    pay(row);
    pay(add());
    await lookUp();
    expect(stateOf(row)).toMatchObject({ state: "resolved", moved: true });
    expect(records.notices).toEqual([`contradiction:${row.id}`]);
  });
});

describe("after a person's decision", () => {
  const decided = (moved: boolean, change: Partial<AttemptRow> = {}) =>
    add({
      state: "resolved",
      outcome_at: now,
      problem: JSON.stringify({ message: "The bank says so.", moved, decidedBy: "Theo Lindqvist" }),
      ...change,
    });
  const contradictionOf = ({ id }: AttemptRow) => JSON.parse(records.rows.get(id)?.contradiction ?? "null");

  test("a payment that turns up contradicts it once, and the decision stays as it was recorded", async () => {
    const row = decided(false);
    const paid = pay(row);
    await lookUp();
    expect(stateOf(row)).toMatchObject({ state: "resolved", moved: false, decidedBy: "Theo Lindqvist" });
    expect(contradictionOf(row)).toMatchObject({
      moved: true,
      message: expect.stringMatching(/^Found by its attempt number/),
    });
    expect(records.rows.get(row.id)).toMatchObject({ transaction_key: paid.key, next_lookup_at: null });
    now += hour;
    pay(add());
    await lookUp();
    expect(records.notices).toEqual([`contradiction:${row.id}`]);
  });

  test("an open batch is searched until it has closed, and then no charge confirms the decision", async () => {
    gateway.lists = false;
    answered();
    const row = decided(false);
    await lookUp();
    expect(records.rows.get(row.id)?.next_lookup_at).not.toBeNull();
    now += 12 * 24 * hour;
    await lookUp();
    expect(records.rows.get(row.id)?.next_lookup_at).not.toBeNull();
    gateway.closeBatch();
    now += hour;
    await lookUp();
    expect(records.rows.get(row.id)).toMatchObject({ next_lookup_at: null, contradiction: null });
    expect(notesOf(row).places[0]).toMatchObject({ place: "batch", complete: true });
  });

  test("a payment that is in no batch that could hold it contradicts that it moved", async () => {
    gateway.lists = false;
    answered();
    const row = decided(true);
    now += hour;
    gateway.closeBatch();
    await lookUp();
    expect(stateOf(row)).toMatchObject({ moved: true, decidedBy: "Theo Lindqvist" });
    expect(contradictionOf(row)).toMatchObject({ moved: false });
  });

  test("a void that somebody repeated is not taken for the one that was decided", async () => {
    const sale = answered();
    const key = records.rows.get(sale.id)?.transaction_key ?? "";
    const before = JSON.stringify(gateway.transactions.find((one) => one.key === key));
    const row = decided(false, { command: "void", original_key: key, original_before: before });
    add({ command: "void", original_key: key, state: "answered", next_lookup_at: null });
    gateway.change(key, { trantype_code: "V" });
    await lookUp();
    expect(contradictionOf(row)).toBeNull();
    expect(records.rows.get(row.id)?.next_lookup_at).toBeNull();
  });
});

describe("a repeated payment, whose reference the gateway may drop", () => {
  /** Enough for the list to prove what is not in it. */
  const searchThrough = async () => {
    wait(3 * minute);
    answered();
    now += second;
    await lookUp();
  };

  test("stays unknown when its reference is missing and a payment like it is listed, which may be it", async () => {
    answered();
    now += second;
    const row = add({ command: "quicksale", original_key: "t0" });
    const made = gateway.pay(row, { comments: undefined, kind: listedAs(row) });
    await searchThrough();
    expect(stateOf(row).state).toBe("unknown");
    expect(waitOf(row)).toContain(made.key);
  });

  test("stays unknown also where only batches are read", async () => {
    gateway.lists = false;
    const row = add({ command: "quicksale", original_key: "t0" });
    gateway.pay(row, { comments: undefined, kind: listedAs(row) });
    await lookUp();
    gateway.closeBatch();
    wait(3 * minute);
    await lookUp();
    await lookUp();
    expect(stateOf(row).state).toBe("unknown");
  });

  test("did not happen where no payment is like it: another card, amount, direction or result, or a payment of ours, is not like it", async () => {
    answered({ command: "quicksale", original_key: "t0" });
    now += second;
    const before = JSON.stringify({ creditcard: { number: "xxxxxxxxxxxx2224" } });
    const row = add({ command: "quicksale", original_key: "t0", original_before: before });
    const changes = [
      { creditcard: { number: "xxxxxxxxxxxx2226" } },
      { amount: "99.00" },
      { trantype_code: "C" },
      { result_code: "D" },
      { created: "2026-10-01 10:00:00" },
    ];
    for (const change of changes)
      gateway.change(gateway.pay(row, { comments: undefined, kind: "card" }).key, change);
    const ours = answered({ command: "quicksale", original_key: "t0" });
    gateway.change(records.rows.get(ours.id)?.transaction_key ?? "", { comments: "" });
    await searchThrough();
    expect(stateOf(row)).toMatchObject({ state: "resolved", moved: false });
  });

  test("is found by its reference where the gateway keeps it", async () => {
    const row = add({ command: "quickrefund", original_key: "t0" });
    pay(row);
    await lookUp();
    expect(stateOf(row)).toMatchObject({ state: "resolved", moved: true });
  });
});

describe("saving a card, which may be repeated", () => {
  const save = (change: Partial<AttemptRow> = {}) =>
    add({ command: "cc:save", amount_cents: null, ...change });

  test("the card of a payment is saved again, and the answer names its token", async () => {
    const row = save({ original_key: "t1" });
    gateway.saved = { result_code: "A", savedcard: { key: "5tz1-mq8r-47dk-2224" } };
    await lookUp();
    expect(stateOf(row)).toMatchObject({ state: "resolved", moved: true });
    expect(JSON.parse(records.rows.get(row.id)?.answer ?? "").savedcard.key).toBe("5tz1-mq8r-47dk-2224");
  });

  test("a card that the gateway does not save counts as not saved; an unread gateway settles nothing", async () => {
    const row = save({ original_key: "t1" });
    callsLeft = 0;
    await lookUp();
    expect(stateOf(row).state).toBe("unknown");
    callsLeft = 9;
    gateway.saved = { result_code: "E", error: "Card type not accepted" };
    await lookUp();
    expect(stateOf(row)).toMatchObject({ state: "resolved", moved: false });
    expect(stateOf(row).message).toContain("Card type not accepted");
  });

  test("a typed card counts as saved once another attempt has saved it, and as not once it can't be on its way", async () => {
    const [first, second] = [save(), save()];
    records.savedSince.add(first.id);
    await lookUp();
    expect([stateOf(first).moved, stateOf(second).state]).toEqual([true, "unknown"]);
    wait(3 * minute);
    await lookUp();
    expect(stateOf(second)).toMatchObject({ state: "resolved", moved: false });
    expect(stateOf(second).message).toContain("No money moved");
  });
});

describe("an authorization that is made again with its capture", () => {
  function expired() {
    const original = gateway.pay(
      { command: "authonly", tender: "card" },
      { comments: "[AAAA-9999]", kind: "authorization" },
    );
    now += hour;
    const row = add({
      command: "cc:capture:reauth",
      original_key: original.key,
      original_before: JSON.stringify(original),
    });
    return { original, row };
  }
  const replace = (key: string, comments = "[AAAA-9999]") => {
    gateway.change(key, { trantype_code: "V", status_code: "R" });
    return gateway.pay({ command: "sale", tender: "card" }, { comments, kind: "card" });
  };

  test.each([true, false])(
    "its new payment is found by what it shares with the old one (list: %s)",
    async (lists) => {
      gateway.lists = lists;
      const { original, row } = expired();
      const made = replace(original.key);
      await lookUp();
      expect(stateOf(row)).toMatchObject({ state: "resolved", moved: true });
      expect(records.rows.get(row.id)?.transaction_key).toBe(made.key);
    },
  );

  test("an unchanged authorization means that it did not happen, once it can't be on its way", async () => {
    const { row } = expired();
    await lookUp();
    expect(stateOf(row).state).toBe("unknown");
    wait(3 * minute);
    await lookUp();
    expect(stateOf(row)).toMatchObject({ state: "resolved", moved: false });
  });

  test("is left to a person after a void elsewhere, with a stranger's payment or with two candidates", async () => {
    const { original, row } = expired();
    gateway.change(original.key, { trantype_code: "V", status_code: "R" });
    await lookUp();
    expect(stateOf(row).state).toBe("unknown");
    replace(original.key, "another order");
    wait(minute);
    await lookUp();
    expect(stateOf(row).state).toBe("unknown");
    replace(original.key);
    replace(original.key);
    wait(3 * minute);
    await lookUp();
    expect(stateOf(row).state).toBe("unknown");
    expect(notesOf(row).waitsFor).toBe("externalChange");
  });
});
