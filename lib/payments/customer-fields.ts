/** What names or finds the customer in a transaction or a request, at any depth (contract: Transaction detail, Commands). */
const customerFields: ReadonlySet<string> = new Set([
  "cardholder",
  "accountholder",
  "avs_street",
  "avs_postalcode",
  "avs_zip",
  "billing_address",
  "shipping_address",
  "customer",
  "customer_email",
  "email",
  "clientip",
  "cust_key",
  "custkey",
  "custid",
  "customerid",
  // Free text, which may hold anything.
  "description",
  "comments",
  "custom_fields",
  "banknote",
  // The texts of receipts, which repeat all of it.
  "receipts",
]);

/** A transaction or request without its customer: amounts, keys, codes, dates, last four digits, invoice and order numbers stay. */
export function withoutCustomer<Value>(value: Value): Value {
  return remove(value) as Value; // of the same shape, where all of these fields may be missing
}

/** `withoutCustomer` for JSON text. */
export const withoutCustomerIn = (json: string): string => JSON.stringify(withoutCustomer(JSON.parse(json)));

/** "Visa ending 2224, Ada Okafor" and "Check, Ada Okafor" without the name. */
export const paymentMethodWithoutName = (paymentMethod: string): string => paymentMethod.replace(/,.*$/s, "");

function remove(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(remove);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, part]) => {
      if (customerFields.has(name)) return [];
      // A request names the holder of the account so; a line item its product.
      return [[name, name === "check" ? remove(withoutName(part)) : remove(part)]];
    }),
  );
}

const withoutName = (check: unknown) => ({ ...Object(check), name: undefined });
