import { requireCents, toDecimal } from "#lib/money.ts";
import { declinedCards, returnedAccounts, type SampleCustomer } from "./customers.ts";
import { act, MANAGER, type Month, payByCard } from "./month.ts";
import { addressFields, makeOrder } from "./orders.ts";
import type { Random } from "./random.ts";
import { type ShopDay, visitsOf } from "./shop-hours.ts";
import type { SampleStep } from "./step.ts";

/** What is remembered from one day to the next. */
export type Books = {
  /** Card sales that nothing was done to yet. */
  untouched: { step: SampleStep; cents: number; daysAgo: number }[];
  /** The payment that saved a business's card, by the place of the business. */
  saved: Map<number, SampleStep>;
  /** Authorizations of orders that wait for their delivery. */
  held: { step: SampleStep; cents: number; daysAgo: number }[];
  checks: number;
};

export const openBooks = (): Books => ({ untouched: [], saved: new Map(), held: [], checks: 0 });

type Visit = { month: Month; books: Books; day: ShopDay; random: Random; at: number; clerk: number };

/** The payments of one day of the shop, and what is done to earlier ones. */
export function addDay(month: Month, books: Books, day: ShopDay, random: Random): void {
  for (const minute of visitsOf(day, random)) {
    const clerk = random.weighted(
      month.options.clerks.map((_, place) => [place, place === 0 ? 66 : 17] as const),
    );
    random.weighted(kinds)({ month, books, day, random, at: day.at(minute), clerk });
  }
  addRefunds(month, books, day, random);
  addCaptures(month, books, day, random);
}

const kinds: readonly (readonly [(visit: Visit) => void, number])[] = [
  [cardSale, 610],
  [cashSale, 170],
  [businessSale, 75],
  [checkSale, 40],
  [authorization, 25],
  [declinedSale, 62],
  [voiceAuthorization, 4],
  [openCredit, 6],
  [cashRefund, 8],
];

function cardSale({ month, books, day, random, at, clerk }: Visit): void {
  const customer = random.pick(people(month));
  const order = makeOrder(random, customer, month.nextInvoice());
  const receipt = random.chance(0.2) && { email: customer.email, send_receipt: true };
  const step = payByCard(month, { at, clerk }, order, month.cardFields(customer), { ...receipt });
  const later = at + random.whole(3, 25) * 60_000;
  if (random.chance(0.018)) act(month, step, "void", { at: later, clerk });
  else if (random.chance(0.03)) {
    const tip = random.whole(2, 12) * 100;
    const parts = { ...order.parts, tip: toDecimal(tip) };
    const cents = order.cents - requireCents(order.parts.tip ?? "0") + tip;
    act(month, step, "cc:adjust", { at: later, clerk, amount: toDecimal(cents), amount_detail: parts });
  } else books.untouched.push({ step, cents: order.cents, daysAgo: day.daysAgo });
}

function cashSale({ month, random, at, clerk }: Visit): void {
  const order = makeOrder(random, random.pick(people(month)), month.nextInvoice());
  const { shipping_address: _, ...fields } = order.fields;
  month.add({ at, clerk, command: "cash:sale", body: fields });
}

/** The first payment of a business saves its card, the others use it. */
function businessSale({ month, books, random, at, clerk }: Visit): void {
  const place = random.whole(0, businesses(month).length - 1);
  const customer = month.customers[place];
  if (!customer) return;
  const order = makeOrder(random, customer, month.nextInvoice());
  const saved = books.saved.get(place);
  const texts = { ponum: `PO-${random.whole(2100, 2999)}`, billing_address: addressFields(customer) };
  if (!saved) {
    const more = { ...texts, email: customer.email, save_card: true, save_customer: true };
    books.saved.set(place, payByCard(month, { at, clerk }, order, month.cardFields(customer), more));
  } else if (random.chance(0.15)) {
    const { amount, invoice } = order.fields;
    act(month, saved, "quicksale", { at, clerk, amount, invoice, description: "Standing order" });
  } else payByCard(month, { at, clerk }, order, {}, texts).savedBy = saved;
}

function checkSale({ month, books, random, at, clerk }: Visit): void {
  const customer = random.pick(month.customers);
  const order = makeOrder(random, customer, month.nextInvoice());
  books.checks++;
  const returned =
    books.checks % 9 === 4
      ? returnedAccounts[Math.floor(books.checks / 9) % returnedAccounts.length]
      : undefined;
  const check = {
    ...customer.account,
    accountholder: customer.company ?? customer.name,
    number: String(2000 + books.checks),
    format: "WEB",
    ...(returned && { account: returned }),
  };
  month.add({
    at,
    clerk,
    command: "check:sale",
    body: { ...order.fields, check, billing_address: addressFields(customer) },
  });
}

function authorization({ month, books, day, random, at, clerk }: Visit): void {
  const customer = random.pick(month.customers);
  const order = makeOrder(random, customer, month.nextInvoice());
  const step = payByCard(month, { at, clerk, command: "authonly" }, order, month.cardFields(customer));
  books.held.push({ step, cents: order.cents, daysAgo: day.daysAgo });
}

/** Most customers then pay with another card, some in cash. */
function declinedSale({ month, random, at, clerk }: Visit): void {
  const customer = random.pick(people(month));
  const order = makeOrder(random, customer, month.nextInvoice());
  payByCard(month, { at, clerk }, order, month.cardFields(customer, random.pick(declinedCards)));
  const again = { at: at + random.whole(40, 150) * 1000, clerk };
  if (random.chance(0.65)) payByCard(month, again, order, month.cardFields(customer));
  else if (random.chance(0.5)) month.add({ ...again, command: "cash:sale", body: order.fields });
}

function voiceAuthorization({ month, random, at }: Visit): void {
  const customer = random.pick(people(month));
  const order = makeOrder(random, customer, month.nextInvoice());
  const authcode = String(random.whole(100_000, 999_999));
  payByCard(month, { at, clerk: MANAGER, command: "cc:postauth" }, order, month.cardFields(customer), {
    authcode,
  });
}

/** For a purchase that is in no record. */
function openCredit({ month, random, at }: Visit): void {
  const customer = random.pick(people(month));
  const body = { amount: toDecimal(random.whole(12, 60) * 100), description: "Goodwill credit" };
  month.add({ at, clerk: MANAGER, command: "cc:credit", body: { ...body, ...month.cardFields(customer) } });
}

function cashRefund({ month, random, at }: Visit): void {
  const body = { amount: toDecimal(random.whole(10, 45) * 100), description: "Returned vase" };
  month.add({ at, clerk: MANAGER, command: "cash:refund", body });
}

/** Refunds of settled sales of the last days, in full or in part. */
function addRefunds(month: Month, books: Books, day: ShopDay, random: Random): void {
  const count = random.weighted([
    [0, 2],
    [1, 4],
    [2, 3],
    [3, 1],
  ] as const);
  for (let refund = 0; refund < count; refund++) {
    const recent = books.untouched.filter(
      ({ daysAgo }) => daysAgo > day.daysAgo && daysAgo <= day.daysAgo + 6,
    );
    if (recent.length === 0) return;
    const sale = random.pick(recent);
    books.untouched.splice(books.untouched.indexOf(sale), 1);
    const cents = random.chance(0.45) ? Math.max(250, Math.round((sale.cents * 0.3) / 50) * 50) : sale.cents;
    const at = day.at(day.opens + 30 + random.next() * (day.closes - day.opens - 45));
    act(month, sale.step, "refund", { at, amount: toDecimal(cents) });
  }
}

/** Authorizations are captured one to five days later. */
function addCaptures(month: Month, books: Books, day: ShopDay, random: Random): void {
  const due = books.held.filter(({ daysAgo }) => {
    const age = daysAgo - day.daysAgo;
    return age >= 5 || (age >= 1 && random.chance(0.35));
  });
  for (const { step, cents } of due) {
    const at = day.at(day.opens + 15 + random.next() * 90);
    act(month, step, "cc:capture", { at, amount: toDecimal(cents) });
  }
  books.held = books.held.filter((one) => !due.includes(one));
}

const businesses = ({ customers }: Month) => customers.filter(({ company }) => company !== undefined);
const people = ({ customers }: Month): SampleCustomer[] =>
  customers.filter(({ company }) => company === undefined);
