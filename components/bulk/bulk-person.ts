/** Who looks, and what they may do about bulk files. */
export type BulkPerson = {
  id: string;
  mayPrepare: boolean;
  mayApprove: boolean;
  mayDecide: boolean;
};
