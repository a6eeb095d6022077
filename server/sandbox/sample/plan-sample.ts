import { addEventsOfNote } from "./events-of-note.ts";
import { addDay, openBooks } from "./everyday.ts";
import { MANAGER, type Month, openMonth, payByCard, type SampleOptions, toInvoice } from "./month.ts";
import { makeOrder } from "./orders.ts";
import { seededRandom } from "./random.ts";
import { shopDay } from "./shop-hours.ts";
import type { SampleStep } from "./step.ts";

/**
 * The commands of a shop over some days and on the current day until now, in order. The same options give the same
 * commands.
 */
export function planSample(options: SampleOptions): { steps: SampleStep[]; month: Month } {
  const month = openMonth(options);
  const books = openBooks();
  const { days, seed, now, timeZone } = options;
  for (let daysAgo = days; daysAgo >= 0; daysAgo--)
    addDay(month, books, shopDay(now, daysAgo, timeZone), seededRandom(seed * 1000 + daysAgo));
  addEventsOfNote(month);
  const steps = month.steps.filter(({ at }) => at < now).sort((a, b) => a.at - b.at);
  numberInvoices(steps);
  return { steps, month };
}

/** What happens once in the month is planned last: invoices get their numbers in the order of time. */
function numberInvoices(steps: readonly SampleStep[]): void {
  const numbers = new Map<unknown, string>();
  for (const { body } of steps) {
    if (body.invoice === undefined) continue;
    const number = numbers.get(body.invoice) ?? toInvoice(numbers.size);
    numbers.set(body.invoice, number);
    body.invoice = number;
  }
}

/** Orders by phone between two moments, for an open batch while the shop is closed. */
export function planPhoneOrders(
  month: Month,
  { from, until }: { from: number; until: number },
): SampleStep[] {
  const random = seededRandom(month.options.seed);
  return [0.3, 0.55, 0.8].map((share) => {
    const customer = random.pick(month.customers);
    const order = makeOrder(random, customer, month.nextInvoice());
    const at = Math.floor(from + share * (until - from));
    return payByCard(month, { at, clerk: MANAGER }, order, month.cardFields(customer));
  });
}
