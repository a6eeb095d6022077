/** Of a field, in twelfths of the form. */
export const widths = {
  2: "sm:col-span-2",
  3: "sm:col-span-3",
  4: "sm:col-span-4",
  5: "sm:col-span-5",
  6: "sm:col-span-6",
  8: "sm:col-span-8",
  12: "sm:col-span-12",
};
/** Widths on a phone. */
export const phoneWidths = { 4: "col-span-4", 6: "col-span-6", 12: "col-span-12" };
