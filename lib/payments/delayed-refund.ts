/** A refund or an open credit that waits, recorded and unsent, so that a person can stop it. */
export type DelayedRefund = {
  /** Its attempt. */
  id: string;
  label: string;
  paymentMethod: string;
  by: string;
  /** In how many ms it is sent. */
  dueMs: number;
  cents?: number;
  /** Missing for the merchant's own. */
  currency?: string;
};
