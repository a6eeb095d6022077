/**
 * How another transaction belongs to this one. `refund`, `repeat`, `recapture`: made of this one · `refundOf`, `repeatOf`,
 * `recaptureOf`: this one was made of it · `sameOrder`: both collect parts of one order.
 */
export type Relation =
  | "refund"
  | "repeat"
  | "recapture"
  | "refundOf"
  | "repeatOf"
  | "recaptureOf"
  | "sameOrder";

export type RelatedPayment = {
  relation: Relation;
  key: string;
  /** What was moved, without a sign; undefined where it isn't known. */
  cents?: number | undefined;
  /** Epoch ms; undefined for one that was made elsewhere. */
  at?: number;
  /** Who did it; undefined for one that was made elsewhere. */
  userName?: string;
  isVoided: boolean;
};
