/**
 * The gateway's error codes (contract: Errors). `outcome` codes arrive in a transaction with result_code D or E;
 * `request` codes arrive alone, as {"error", "errorcode"}, with the HTTP status beside them.
 */

export const requestErrors = {
  unauthenticated: { status: 401, code: 0, text: "Authentication required" },
  unknownKey: { status: 401, code: 23, text: "Specified source key not found." },
  wrongHash: { status: 401, code: 21002, text: "Incorrect PIN or hash." },
  blockedIp: { status: 401, code: 156, text: "Access Denied" },
  rateLimit: { status: 429, code: 155, text: "API Rate Limit Exceed" },
  unknownPath: { status: 404, code: 21001, text: "Unable to locate the requested endpoint." },
  notFound: { status: 404, code: 47, text: "Unable to locate the requested object." },
  tokenNotFound: { status: 404, code: 605, text: "Unable to locate the requested token." },
  malformed: { status: 400, code: 21003, text: "The request body must be a JSON object." },
  /** Not valid HTTP, or with invalid headers. */
  unreadable: { status: 400, code: 21003, text: "The request is not valid HTTP." },
  invalidFields: { status: 400, code: 21004, text: "A field is missing or of the wrong form." },
  unknownCommand: { status: 400, code: 20019, text: "Unknown command." },
  tooLarge: { status: 413, code: 21005, text: "The request body is too large." },
  bulkNotFound: { status: 404, code: 20012, text: "Unable to locate the requested bulk group." },
  bulkFinished: { status: 400, code: 20013, text: "The bulk group is finished already." },
  bulkFormat: { status: 400, code: 20014, text: "The file could not be read as CSV." },
  bulkNoFile: { status: 400, code: 20016, text: "No file was sent in the field data." },
  bulkHeader: { status: 400, code: 20018, text: "The header row is missing or cannot be read." },
  bulkUnknownColumn: { status: 400, code: 20020, text: "The header names a column that is not known." },
  bulkBadLine: { status: 400, code: 20021, text: "A line of the file cannot be read." },
  bulkDuplicates: {
    status: 400,
    code: 20022,
    text: "More than a quarter of the lines were uploaded before.",
  },
  bulkRunning: { status: 400, code: 20023, text: "Another bulk group is running." },
  receiptNotFound: { status: 404, code: 20030, text: "Receipt template not found." },
} as const satisfies Record<string, { status: number; code: number; text: string }>;
export type RequestErrorName = keyof typeof requestErrors;

export const outcomeErrors = {
  invalidCardNumber: { code: 11, text: "Invalid Card Number (1)" },
  cardNumberLength: { code: 12, text: "Invalid Card Number (2)" },
  cardNumberCheckDigit: { code: 13, text: "Invalid Card Number (3)" },
  cardTypeNotAccepted: { code: 14, text: "Credit card type not accepted" },
  expirationDigits: { code: 15, text: "Invalid expiration date. Must be numeric" },
  expirationForm: { code: 16, text: "Invalid expiration date. Must be in the format MMYY" },
  expired: { code: 17, text: "Credit card has expired." },
  expirationMonth: { code: 85, text: "Invalid expiration month" },
  duplicate: { code: 31, text: "Duplicate transaction" },
  duplicateRunning: { code: 93, text: "A duplicate of this transaction is still running" },
  alreadyVoided: { code: 24, text: "Transaction has already been voided" },
  batchClosed: { code: 26, text: "The batch is closed: refund the transaction instead" },
  originalNotFound: { code: 35, text: "Original transaction not found" },
  invalidRouting: { code: 38, text: "Invalid routing number" },
  invalidAccount: { code: 39, text: "Invalid account number" },
  overMaximum: { code: 70, text: "Amount is over the maximum of 99,999.00" },
  commandNotAllowed: { code: 80, text: "This command is not allowed for this source key" },
  pinRequired: { code: 84, text: "A PIN is required for refunds and voids" },
  batchClosing: { code: 101, text: "The batch is closing" },
  notVoided: { code: 102, text: "Transaction has not been voided" },
  settled: { code: 103, text: "Transaction has already been settled" },
  notQueueable: { code: 104, text: "Only full sales in the open batch can be queued" },
  authcodeMissing: { code: 108, text: "An authorization code is required" },
  notReleasable: { code: 118, text: "The funds of this transaction cannot be released" },
  unknownToken: { code: 602, text: "Token not found" },
  invalidToken: { code: 601, text: "Invalid token" },
  cardNotTokenizable: { code: 605, text: "This card cannot be tokenized" },
  generalDecline: { code: 10127, text: "Card Declined" },
  unsupportedType: { code: 10124, text: "Unsupported transaction type" },
  originalNotApproved: { code: 10125, text: "Original transaction not approved" },
  alreadySettled: { code: 10126, text: "Transaction already settled" },
  exceedsOriginal: { code: 10133, text: "Amount exceeds the original transaction" },
  authorizationExpired: { code: 10142, text: "The authorization has expired" },
  partialNotAllowed: { code: 10151, text: "Partial approval is not allowed by the request" },
  referenceNotFound: { code: 20001, text: "Original transaction not found" },
  amountNotPositive: { code: 20026, text: "The amount must be positive" },
} as const satisfies Record<string, { code: number; text: string }>;
export type OutcomeErrorName = keyof typeof outcomeErrors;

/** Issuers' declines are 10200 + the ISO 8583 response code. */
export const isoDeclines = {
  "01": "Call for authorization",
  "04": "Pick up card",
  "05": "Do not honor",
  "12": "Invalid transaction",
  "51": "Insufficient funds",
  "57": "Transaction not permitted",
  "62": "Restricted card",
  "97": "CVV failure",
} as const;
export type IsoDecline = keyof typeof isoDeclines;

/** The meaning of a decline code for a tender; undefined for an unknown code. */
export function declineText(
  errorCode: string | undefined,
  tender: "card" | "check" | "cash" | "token" = "card",
): string | undefined {
  const code = Number(errorCode);
  if (code === outcomeErrors.generalDecline.code && tender === "check") return "Check declined";
  if (!Number.isInteger(code)) return undefined;
  const iso = String(code - 10200).padStart(2, "0");
  return (
    (isoDeclines as Record<string, string>)[iso] ??
    Object.values(outcomeErrors).find((known) => known.code === code)?.text
  );
}
