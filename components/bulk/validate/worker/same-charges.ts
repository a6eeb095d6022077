import { type CommandName, commands } from "#lib/gateway/commands.ts";
import type { BulkCells } from "#lib/gateway/schemas/bulk.ts";
import type { ValidRow } from "./validate-record.ts";
import type { SameCharges as Counted } from "./worker-messages.ts";

/** What a row charges, by digest: who pays how much, and whether an order id or invoice is the same too. */
export type Charge = { payer: string; order: string; cents: number };

type MakeCharge = (cells: BulkCells, check: ValidRow) => Promise<Charge | undefined>;

/** Digests under a key that this page makes for itself and never gives away: no card number is kept. */
export async function makeCharges(): Promise<MakeCharge> {
  const hmac = { name: "HMAC", hash: "SHA-256" } as const;
  const secret = crypto.getRandomValues(new Uint8Array(32));
  const key = await crypto.subtle.importKey("raw", secret, hmac, false, ["sign"]);
  const encoder = new TextEncoder();
  return async ({ ccnum, routing, account, orderid = "", invoice = "" }, { command, amountCents }) => {
    const number = ccnum ? ccnum.replace(/[\s-]/g, "").toLowerCase() : account && `${routing}/${account}`;
    if (!number || amountCents === undefined || !charges(command)) return undefined;
    const text = encoder.encode(JSON.stringify([command, number, amountCents]));
    const payer = String.fromCharCode(...new Uint8Array(await crypto.subtle.sign(hmac, key, text), 0, 16));
    return { payer, order: JSON.stringify([payer, orderid, invoice]), cents: amountCents };
  };
}

const charges = (command: CommandName) =>
  commands[command].right === "charge" && commands[command].original === "none";

/** Counts charges of the same card and amount: the second and each one after it. */
export class SameCharges {
  readonly #payers = new Map<string, number>();
  readonly #orders = new Map<string, number>();
  #count = 0;
  #cents = 0;
  #sameOrder = 0;

  add({ payer, order, cents }: Charge) {
    const before = this.#payers.get(payer) ?? 0;
    this.#payers.set(payer, before + 1);
    if (before > 0) {
      this.#count += 1;
      this.#cents += cents;
    }
    const ordersBefore = this.#orders.get(order) ?? 0;
    this.#orders.set(order, ordersBefore + 1);
    if (ordersBefore > 0) this.#sameOrder += 1;
  }

  /** With charges that may still be taken back: rows that a person decides on. */
  with(others: Iterable<Charge>): Counted {
    const counted = { count: this.#count, cents: this.#cents, sameOrder: this.#sameOrder };
    const [payers, orders] = [new Set<string>(), new Set<string>()];
    for (const { payer, order, cents } of others) {
      if (this.#payers.has(payer) || payers.has(payer)) {
        counted.count += 1;
        counted.cents += cents;
      }
      if (this.#orders.has(order) || orders.has(order)) counted.sameOrder += 1;
      payers.add(payer);
      orders.add(order);
    }
    return counted;
  }
}
