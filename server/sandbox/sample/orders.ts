import { toDecimal } from "#lib/money.ts";
import type { SampleCustomer } from "./customers.ts";
import type { Random } from "./random.ts";

/** What a customer of the sample shop buys: amount, parts of the amount and texts of a request. */
export type SampleOrder = {
  /** Cents, with everything. */
  cents: number;
  parts: { subtotal?: string; shipping?: string; tip?: string };
  /** The rest of the request, with the amount. */
  fields: Record<string, unknown>;
};

/** An order of one to three items, some delivered and some with a tip. */
export function makeOrder(random: Random, customer: SampleCustomer, invoice: string): SampleOrder {
  const items = Array.from({ length: random.weighted(itemCounts) }, () => random.pick(products));
  const subtotal = items.reduce((sum, { cents }) => sum + cents, 0);
  const shipping = random.chance(0.22) ? 1200 : 0;
  // Whole half dollars.
  const tip = random.chance(0.24) ? Math.max(1, Math.round((subtotal * random.whole(8, 20)) / 5000)) * 50 : 0;
  const cents = subtotal + shipping + tip;
  return {
    cents,
    parts: {
      subtotal: toDecimal(subtotal),
      ...(shipping > 0 && { shipping: toDecimal(shipping) }),
      ...(tip > 0 && { tip: toDecimal(tip) }),
    },
    fields: {
      amount: toDecimal(cents),
      invoice,
      description: items.map(({ name }) => name).join(", "),
      lineitems: items.map(({ sku, name, cents: cost }) => ({ sku, name, cost: toDecimal(cost), qty: "1" })),
      ...(shipping > 0 && { shipping_address: addressFields(customer) }),
    },
  };
}

/** A payment of this many cents for one thing. */
export function makeSingle(cents: number, invoice: string, description: string): SampleOrder {
  return { cents, parts: {}, fields: { amount: toDecimal(cents), invoice, description } };
}

/** Name and address of a customer. */
export function addressFields({ name, company, address }: SampleCustomer) {
  const [firstname = "", ...rest] = name.split(" ");
  return { ...(company && { company }), firstname, lastname: rest.join(" "), ...address };
}

const itemCounts = [
  [1, 66],
  [2, 26],
  [3, 8],
] as const;

const products = [
  { sku: "BQ-10", name: "Seasonal bouquet", cents: 3450 },
  { sku: "BQ-20", name: "Dozen roses", cents: 6800 },
  { sku: "BQ-25", name: "Half dozen roses", cents: 3900 },
  { sku: "BQ-30", name: "Tulips, 10 stems", cents: 1895 },
  { sku: "BQ-40", name: "Sunflowers, 5 stems", cents: 1650 },
  { sku: "BQ-50", name: "Wildflower bundle", cents: 2275 },
  { sku: "PL-10", name: "Orchid in a pot", cents: 4200 },
  { sku: "PL-20", name: "Monstera", cents: 3800 },
  { sku: "PL-30", name: "Succulent trio", cents: 2150 },
  { sku: "PL-40", name: "Peace lily", cents: 2925 },
  { sku: "AR-10", name: "Table arrangement", cents: 7500 },
  { sku: "AR-20", name: "Sympathy wreath", cents: 14500 },
  { sku: "AR-30", name: "Birthday arrangement", cents: 5650 },
  { sku: "GF-10", name: "Glass vase", cents: 1800 },
  { sku: "GF-20", name: "Greeting card", cents: 525 },
  { sku: "GF-30", name: "Chocolates", cents: 1450 },
  { sku: "GF-40", name: "Scented candle", cents: 2400 },
];
