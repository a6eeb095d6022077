/** The name of a payment in a row: its key, or its reference number, which the gateway also takes with zeros in front. */
export function paymentName(cell = ""): string {
  const name = cell.trim();
  return /^\d+$/.test(name) ? name.replace(/^0+(?=\d)/, "") : name;
}
