import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { CustomerDetail, CustomerPage } from "../cards/customer.ts";
import type { SavedCardPage } from "../cards/saved-card.ts";
import { paths } from "../paths.ts";
import { getJson } from "./get-json.ts";

export const cardsKey = ["cards"] as const;

/** A page of the saved cards that match a text, from the console's store. Sends no gateway requests. */
export const cardsQuery = (text: string, offset = 0) =>
  queryOptions({
    queryKey: [...cardsKey, text, offset] as const,
    queryFn: () => getJson<SavedCardPage>(paths.api.cards(text, offset)),
    placeholderData: keepPreviousData,
  });

/** A page of the customers that match a text, from the console's store. Sends no gateway requests. */
export const customersQuery = (text: string, offset = 0) =>
  queryOptions({
    queryKey: [...cardsKey, "customers", text, offset] as const,
    queryFn: () => getJson<CustomerPage>(paths.api.customers(text, offset)),
    placeholderData: keepPreviousData,
  });

export const customerQuery = (id: string) =>
  queryOptions({
    queryKey: [...cardsKey, "customer", id] as const,
    queryFn: () => getJson<CustomerDetail>(paths.api.customer(id)),
  });
