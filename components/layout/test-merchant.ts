import { createElement, type ReactNode } from "react";
import { type Merchant, MerchantProvider } from "./merchant.tsx";

const ours: Merchant = {
  name: "Alder Street Flowers",
  timeZone: "America/Los_Angeles",
  locale: "en-US",
  waitMs: 60_000,
  userId: "manager-1",
  role: "manager",
};

/** The element within a console, as its pages are. */
export const withMerchant = (children: ReactNode, merchant: Partial<Merchant> = {}) =>
  createElement<Parameters<typeof MerchantProvider>[0]>(MerchantProvider, {
    merchant: { ...ours, ...merchant },
    children,
  });
