import { toDecimal } from "#lib/money.ts";
import { partialCards, type SampleCustomer } from "./customers.ts";
import { act, MANAGER, type Month, payByCard } from "./month.ts";
import { makeSingle } from "./orders.ts";
import { shopDay } from "./shop-hours.ts";
import type { SampleStep } from "./step.ts";

/** What happens once in the month: one of each reason for which gateway and console differ, and the rarer commands. */
export function addEventsOfNote(month: Month): void {
  const { days, now, timeZone } = month.options;
  for (const { daysAgo, add } of events)
    if (daysAgo <= days) {
      const on = (ago: number, minute: number) => shopDay(now, ago, timeZone).at(minute);
      const customer = month.customers[10 + daysAgo];
      if (customer) add({ month, customer, on, at: on(daysAgo, NOON + daysAgo), daysAgo });
    }
}

const NOON = 12 * 60;
/** After the shop has closed on every weekday, and before a batch that it opened in the morning closes. */
const EVENING = 19 * 60;

type Note = {
  month: Month;
  customer: SampleCustomer;
  at: number;
  daysAgo: number;
  on(daysAgo: number, minute: number): number;
};

const events: readonly { daysAgo: number; add(note: Note): void }[] = [
  { daysAgo: 29, add: forgottenAuthorization },
  { daysAgo: 16, add: capturedForLess },
  { daysAgo: 13, add: releasedSale },
  { daysAgo: 12, add: partialApproval },
  { daysAgo: 11, add: undoneVoid },
  { daysAgo: 9, add: takenElsewhere },
  { daysAgo: 8, add: lowered },
  { daysAgo: 6, add: voidedAfterTheTotal },
  { daysAgo: 5, add: creditToAccount },
  { daysAgo: 4, add: movedToAnotherBatch },
  { daysAgo: 2, add: answerLost },
];

function sale({ month, customer, at }: Note, cents: number, description: string): SampleStep {
  const order = makeSingle(cents, month.nextInvoice(), description);
  return payByCard(month, { at, clerk: 0 }, order, month.cardFields(customer));
}

/** It expires a day from now. */
function forgottenAuthorization({ month, customer, at }: Note): void {
  const order = makeSingle(42_000, month.nextInvoice(), "Wedding, deposit");
  payByCard(month, { at, clerk: MANAGER, command: "authonly" }, order, month.cardFields(customer));
}

function capturedForLess({ month, customer, at, daysAgo, on }: Note): void {
  const order = makeSingle(86_000, month.nextInvoice(), "Wedding, table flowers");
  const held = payByCard(
    month,
    { at, clerk: MANAGER, command: "authonly" },
    order,
    month.cardFields(customer),
  );
  act(month, held, "cc:capture", { at: on(daysAgo - 2, NOON), amount: toDecimal(74_500) });
}

function releasedSale(note: Note): void {
  const sold = sale(note, 12_900, "Funeral arrangement");
  act(note.month, sold, "cc:void:release", { at: note.at + 8 * 60_000 });
}

/** Half of it is approved; the rest is paid in cash. */
function partialApproval({ month, customer, at }: Note): void {
  const order = makeSingle(9600, month.nextInvoice(), "Anniversary bouquet");
  const part = payByCard(month, { at, clerk: 0 }, order, month.cardFields(customer, partialCards[0]));
  const body = { ...order.fields, amount: toDecimal(4800) };
  month.add({ at: at + 90_000, clerk: 0, command: "cash:sale", completes: part, body });
}

function undoneVoid(note: Note): void {
  const sold = sale(note, 7150, "Birthday arrangement");
  act(note.month, sold, "void", { at: note.at + 4 * 60_000 });
  act(note.month, sold, "unvoid", { at: note.at + 6 * 60_000 });
}

/** By the terminal at the market stall, which the console does not know. */
function takenElsewhere({ month, customer, at }: Note): void {
  const order = makeSingle(5825, month.nextInvoice(), "Market stall");
  const more = { terminal: "Market stall", software: "Countertop terminal" };
  payByCard(month, { at, clerk: undefined }, order, month.cardFields(customer), more);
}

function lowered(note: Note): void {
  const sold = sale(note, 11_000, "Two orchids, one damaged");
  act(note.month, sold, "refund:adjust", { at: note.at + 15 * 60_000, amount: toDecimal(2500) });
}

/** By the terminal, after the shop has counted its day. */
function voidedAfterTheTotal(note: Note): void {
  const sold = sale(note, 6425, "Orchid, delivery canceled");
  note.month.add({
    at: note.on(note.daysAgo, EVENING),
    clerk: undefined,
    command: "void",
    on: sold,
    body: {},
  });
}

function creditToAccount({ month, customer, at }: Note): void {
  const check = { ...customer.account, accountholder: customer.name, format: "WEB" };
  const body = { amount: toDecimal(3200), description: "Deposit returned", check };
  month.add({ at, clerk: MANAGER, command: "check:credit", body });
}

/** Taken out of the day's batch in the evening, collected the next morning. */
function movedToAnotherBatch(note: Note): void {
  const sold = sale(note, 15_300, "Sympathy wreath, for tomorrow");
  act(note.month, sold, "queue", { at: note.on(note.daysAgo, EVENING) });
  act(note.month, sold, "cc:capture", {
    at: note.on(note.daysAgo - 1, 10 * 60 + 40),
    amount: toDecimal(15_300),
  });
}

function answerLost(note: Note): void {
  sale(note, 8875, "Dozen roses, delivered").answerLost = true;
}
