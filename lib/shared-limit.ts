/** Requests of each minute that reading for a person leaves to payments: all desks share one limit. */
export const keptForPayments = 8;
