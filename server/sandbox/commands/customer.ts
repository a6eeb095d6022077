import type { CommandFields } from "#lib/gateway/schemas/command-requests.ts";
import type { Call } from "../context.ts";
import { toRefnum } from "../keys.ts";
import { invalidField } from "../refusal.ts";
import { type Customer, changeCustomer, findCustomer, insertCustomer } from "../store/customers.ts";
import type { CustomerDetails } from "../store/tables/customers.ts";
import type { TransactionDetails } from "../store/tables/transactions.ts";

type Extras = Pick<Partial<CommandFields<"sale">>, "custkey" | "save_customer" | "billing_address" | "email">;

/** A customer's saved payment method: a card by its token, or an account without its number. */
export type PaymentMethod = CustomerDetails["payment_methods"][number];

/** The customer of a payment: the one of `custkey`, a new one with `save_customer`, or undefined. */
export async function attachCustomer(
  call: Call,
  extras: Extras,
  method: PaymentMethod | undefined,
): Promise<TransactionDetails["customer"]> {
  const found = await findOrSave(call, extras);
  if (!found) return undefined;
  const customer = method ? withMethod(found, method) : found;
  if (method) await changeCustomer(call.db, customer);
  return { key: customer.key, custid: custidOf(customer), ...customer.details };
}

/** The customer number of older interfaces. */
const custidOf = ({ id }: { id: number }): string => toRefnum(id).slice(-6);

async function findOrSave(call: Call, extras: Extras): Promise<Customer | undefined> {
  if (extras.custkey) {
    const known = await findCustomer(call.db, extras.custkey);
    if (!known) throw invalidField("custkey", "is not the key of a saved customer");
    return known;
  }
  return extras.save_customer ? await insertCustomer(call.db, newCustomer(extras)) : undefined;
}

function newCustomer({ billing_address: address, email }: Extras): CustomerDetails {
  return {
    customerid: "",
    company: address?.company ?? "",
    first_name: address?.firstname ?? "",
    last_name: address?.lastname ?? "",
    street: address?.street ?? "",
    street2: address?.street2 ?? "",
    city: address?.city ?? "",
    state: address?.state ?? "",
    postalcode: address?.postalcode ?? "",
    country: address?.country ?? "",
    phone: address?.phone ?? "",
    fax: address?.fax ?? "",
    email: email ?? "",
    payment_methods: [],
  };
}

function withMethod(customer: Customer, method: PaymentMethod): Customer {
  const others = customer.details.payment_methods.filter(({ key }) => key !== method.key);
  return { ...customer, details: { ...customer.details, payment_methods: [...others, method] } };
}
