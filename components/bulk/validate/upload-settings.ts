/** What the page needs to know from the server. */
export type UploadSettings = {
  mayApprove: boolean;
  /** The merchant's own, "2026-11". */
  currentMonth: string;
  secondPersonAboveCents: number;
};
