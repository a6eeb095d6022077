/** Characters of an invoice number at most. */
export const longestInvoice = 25;
