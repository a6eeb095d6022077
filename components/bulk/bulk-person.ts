/** Who looks, and what they may do about bulk files. */
export type BulkPerson = {
  id: string;
  mayPrepare: boolean;
  mayRelease: boolean;
  mayDecide: boolean;
};
