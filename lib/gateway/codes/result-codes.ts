/** How a transaction ended (contract: Resources and their fields). */
export const resultCodes = {
  A: "Approved",
  P: "Partial Approval",
  D: "Declined",
  E: "Error",
  V: "Verification Required",
} as const;
export type ResultCode = keyof typeof resultCodes;

/** In full or in part. */
export const approvedCodes: readonly ResultCode[] = ["A", "P"];

/** These move no money. */
const failedCodes: readonly ResultCode[] = ["D", "E", "V"];

export const isResultCode = (code: string | undefined): code is ResultCode =>
  code !== undefined && Object.hasOwn(resultCodes, code);

export const isApprovedCode = (code: string | undefined): boolean =>
  approvedCodes.some((each) => each === code);

/** False for a missing or unknown code: money may have moved. */
export const isFailedCode = (code: string | undefined): boolean => failedCodes.some((each) => each === code);
