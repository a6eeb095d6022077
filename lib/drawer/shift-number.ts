/** The number of a shift in an address; undefined for anything else. */
export const readShiftNumber = (text: string | null | undefined): number | undefined =>
  text && /^[1-9]\d{0,8}$/.test(text) ? Number(text) : undefined;
