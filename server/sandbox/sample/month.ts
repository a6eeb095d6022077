import type { CommandName } from "#lib/gateway/commands.ts";
import { makeCustomers, type SampleCustomer } from "./customers.ts";
import type { SampleOrder } from "./orders.ts";
import { addressFields } from "./orders.ts";
import type { SampleStep } from "./step.ts";

/** What the sample is made of. */
export type SampleOptions = {
  /** Days before the current one. */
  days: number;
  seed: number;
  /** Epoch ms of the sandbox's clock. */
  now: number;
  timeZone: string;
  /** Names of who takes the payments; the second one is the manager. */
  clerks: readonly string[];
};

/** The month while it is planned: its steps so far, and how the payments of a shop are written as requests. */
export type Month = {
  readonly options: SampleOptions;
  readonly customers: readonly SampleCustomer[];
  readonly steps: SampleStep[];
  nextInvoice(): string;
  /** Adds a step and returns it. */
  add(step: SampleStep): SampleStep;
  /** A keyed card, with the customer's address. */
  cardFields(customer: SampleCustomer, number?: string): Record<string, unknown>;
};

export const MANAGER = 1;

/** The invoice of a place in the order, from 0. */
export const toInvoice = (place: number): string => `A-${1041 + place}`;

export function openMonth(options: SampleOptions): Month {
  const steps: SampleStep[] = [];
  let invoices = 0;
  const expiration = `12${String(new Date(options.now).getUTCFullYear() + 3).slice(-2)}`;
  return {
    options,
    customers: makeCustomers(options.seed),
    steps,
    nextInvoice: () => toInvoice(invoices++),
    add: (step) => {
      steps.push(step);
      return step;
    },
    cardFields: (customer, number = customer.card.number) => ({
      creditcard: {
        cardholder: customer.name,
        number,
        expiration,
        cvc: number === customer.card.number ? customer.card.cvc : "123",
        avs_street: customer.address.street,
        avs_postalcode: customer.address.postalcode,
      },
      billing_address: addressFields(customer),
    }),
  };
}

/** A payment by card, as a console sends it. */
export function payByCard(
  month: Month,
  { at, clerk, command = "sale" }: { at: number; clerk: number | undefined; command?: CommandName },
  order: SampleOrder,
  payer: Record<string, unknown>,
  more: Record<string, unknown> = {},
): SampleStep {
  const amount_detail = { ...order.parts, enable_partialauth: true };
  return month.add({ at, clerk, command, body: { ...order.fields, ...payer, amount_detail, ...more } });
}

/** An action on an earlier payment. */
export function act(
  month: Month,
  on: SampleStep,
  command: CommandName,
  { at, clerk = MANAGER, ...body }: { at: number; clerk?: number | undefined } & Record<string, unknown>,
): SampleStep {
  const { invoice } = on.body;
  const names = command === "refund" && invoice !== undefined ? { invoice } : {};
  return month.add({ at, clerk, command, on, body: { ...names, ...body } });
}
