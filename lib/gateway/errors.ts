import { rateLimitCode } from "./codes/answer-codes.ts";
import { type OutcomeErrorName, outcomeCodes } from "./codes/outcome-codes.ts";

/**
 * The gateway's error codes (contract: Errors). `outcome` codes arrive in a transaction with result_code D or E;
 * `request` codes arrive alone, as {"error", "errorcode"}, with the HTTP status beside them.
 */

export const requestErrors = {
  unauthenticated: { status: 401, code: 0, text: "Authentication required" },
  unknownKey: { status: 401, code: 23, text: "Specified source key not found." },
  wrongHash: { status: 401, code: 21002, text: "Incorrect PIN or hash." },
  blockedIp: { status: 401, code: 156, text: "Access Denied" },
  rateLimit: { status: 429, code: rateLimitCode, text: "API Rate Limit Exceed" },
  unknownPath: { status: 404, code: 21001, text: "Unable to locate the requested endpoint." },
  notFound: { status: 404, code: 47, text: "Unable to locate the requested object." },
  tokenNotFound: { status: 404, code: 605, text: "Unable to locate the requested token." },
  malformed: { status: 400, code: 21003, text: "The request body must be a JSON object." },
  /** Not valid HTTP, or with invalid headers. */
  unreadable: { status: 400, code: 21003, text: "The request is not valid HTTP." },
  invalidFields: { status: 400, code: 21004, text: "A field is missing or has the wrong form." },
  unknownCommand: { status: 400, code: 20019, text: "Unknown command." },
  tooLarge: { status: 413, code: 21005, text: "The request body is too large." },
  batchEmpty: { status: 400, code: 40021, text: "Batch is empty" },
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

const outcomeTexts = {
  invalidCardNumber: "Invalid Card Number (1)",
  cardNumberLength: "Invalid Card Number (2)",
  cardNumberCheckDigit: "Invalid Card Number (3)",
  cardTypeNotAccepted: "Credit card type not accepted",
  expirationDigits: "Invalid expiration date. Must be numeric",
  expirationForm: "Invalid expiration date. Must be in the format MMYY",
  expired: "Credit card has expired.",
  expirationMonth: "Invalid expiration month",
  duplicate: "Duplicate transaction",
  duplicateRunning: "A duplicate of this transaction is still running",
  alreadyVoided: "Transaction has already been voided",
  batchClosed: "The batch is closed: refund the transaction instead",
  notInOpenBatch: "Only a transaction in the open batch can be unvoided",
  originalNotFound: "Original transaction not found",
  invalidRouting: "Invalid routing number",
  invalidAccount: "Invalid account number",
  overMaximum: "Amount is over the maximum of 99,999.00",
  commandNotAllowed: "This command is not allowed for this source key",
  pinRequired: "A PIN is required for refunds and voids",
  batchClosing: "The batch is closing",
  notVoided: "Transaction has not been voided",
  settled: "Transaction has already been settled",
  notQueueable: "Only full sales in the open batch can be queued",
  authcodeMissing: "An authorization code is required",
  notReleasable: "The funds of this transaction cannot be released",
  unknownToken: "Token not found",
  invalidToken: "Invalid token",
  cardNotTokenizable: "This card cannot be tokenized",
  generalDecline: "Card Declined",
  unsupportedType: "Unsupported transaction type",
  originalNotApproved: "Original transaction not approved",
  alreadySettled: "Transaction already settled",
  exceedsOriginal: "Amount exceeds the original transaction",
  authorizationExpired: "The authorization has expired",
  partialNotAllowed: "Partial approval is not allowed by the request",
  referenceNotFound: "Original transaction not found",
  partlyRefunded: "A part of the transaction was refunded",
  originalNotCollected: "The refunded sale is not collected: it was voided or taken out of the batch",
  partNotVoidable: "A part cannot be voided: leave the amount out, or lower the amount by refund:adjust",
  amountNotPositive: "The amount must be positive",
} as const satisfies Record<OutcomeErrorName, string>;

type OutcomeErrors = {
  [Name in OutcomeErrorName]: { code: (typeof outcomeCodes)[Name]; text: (typeof outcomeTexts)[Name] };
};

export const outcomeErrors = Object.fromEntries(
  Object.entries(outcomeCodes).map(([name, code]) => [
    name,
    { code, text: outcomeTexts[name as OutcomeErrorName] }, // a key of the codes
  ]),
) as OutcomeErrors; // of the same names

/** Issuers' declines that the sandbox can answer, by their ISO 8583 response code; every further one is in decline-advice.ts. */
export const isoDeclines = {
  "01": "Call for authorization",
  "04": "Pickup Card",
  "05": "Do not Honor",
  "12": "Invalid Transaction",
  "15": "Invalid Issuer",
  "25": "Unable to locate Record",
  "51": "Insufficient funds",
  "55": "Invalid Pin",
  "57": "Transaction Not Permitted",
  "62": "Restricted Card",
  "65": "Excess withdrawal count",
  "75": "Allowable number of pin tries exceeded",
  "78": "No checking account",
  "97": "Declined for CVV failure",
} as const;
export type IsoDecline = keyof typeof isoDeclines;

/** The error code of an issuer's decline: 10200 + the ISO 8583 response code. */
export const isoErrorCode = (iso: string): number => isoBase + Number(iso);

/** The ISO 8583 response code, of two digits, in an error code; undefined in any other error code. */
export const isoCodeIn = (code: number): string | undefined =>
  code > isoBase && code < isoBase + 100 ? String(code - isoBase).padStart(2, "0") : undefined;

const isoBase = 10_200;

/** The meaning of a decline code for a tender; undefined for an unknown code. */
export function declineText(
  errorCode: string | undefined,
  tender: "card" | "check" | "cash" | "token" = "card",
): string | undefined {
  const code = Number(errorCode);
  if (code === outcomeErrors.generalDecline.code && tender === "check") return "Check declined";
  if (!Number.isInteger(code)) return undefined;
  return (
    (isoDeclines as Record<string, string>)[isoCodeIn(code) ?? ""] ?? // any code may be looked for
    Object.values(outcomeErrors).find((known) => known.code === code)?.text
  );
}
