import type { TransactionDetails } from "../store/tables/transactions.ts";

/** The contract's customer object, as it was when it was saved or named. */
export function presentCustomer(customer: NonNullable<TransactionDetails["customer"]>) {
  const { key, custid, customerid } = customer;
  return {
    type: "customer",
    key,
    custid,
    customerid,
    company: customer.company ?? "",
    first_name: customer.first_name ?? "",
    last_name: customer.last_name ?? "",
    street: customer.street ?? "",
    street2: customer.street2 ?? "",
    city: customer.city ?? "",
    state: customer.state ?? "",
    postalcode: customer.postalcode ?? "",
    country: customer.country ?? "",
    phone: customer.phone ?? "",
    fax: customer.fax ?? "",
    email: customer.email ?? "",
    url: "",
    notes: "",
    description: "",
    custom_fields: {},
    payment_methods: customer.payment_methods ?? [],
    billing_schedules: [],
  };
}
