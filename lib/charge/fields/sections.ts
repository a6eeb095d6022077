/** The sections of the charge form that open when wanted, in their order. */
export const chargeSections = ["order", "customer", "items", "receipt", "more"] as const;
export type ChargeSection = (typeof chargeSections)[number];
