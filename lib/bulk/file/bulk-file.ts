import { z } from "zod";
import { t } from "#lib/language/t.ts";
import { attemptId } from "#lib/payments/attempt-id.ts";
import { holdsCardNumber } from "../../card-data/card-detector.ts";
import { boundedList } from "../../gateway/bounded-list.ts";
import { commandNames } from "../../gateway/commands.ts";
import type { BulkGroup } from "../../gateway/schemas/bulk.ts";
import { approval } from "../approval.ts";
import type { BulkTotal } from "../bulk-totals.ts";
import { filePlan, maxExcluded, tooManyExcluded } from "./file-plan.ts";

/**
 * A bulk file as the console knows it: checked in the browser, approved by a person with the right, sent once.
 * waiting → approved → sending → sent | refused | unsent | unknown. What is unsent may be sent again, unless that is a
 * person's decision: then it is submitted and approved as a new file, and the gateway is still searched for the first one.
 */
export const bulkFileStates = [
  "waiting",
  "approved",
  "sending",
  "sent",
  "refused",
  "unsent",
  "unknown",
  "cancelled",
] as const;
export type BulkFileState = (typeof bulkFileStates)[number];

/** The states of a file that the gateway has, or may have. */
export const sentFileStates = ["sending", "sent", "unknown"] as const satisfies readonly BulkFileState[];

/** What the browser gets to see of a file. It holds no row and no number of a card or account. Times are epoch ms. */
export type BulkFile = {
  id: string;
  /** Our own reference; it is part of the file name that the gateway shows. */
  reference: string;
  name: string;
  size: number;
  /** The server's keyed digest of the SHA-256 of the chosen bytes (SliceDigest): equal for equal files. */
  sha256: string;
  /** Records below the header. */
  rows: number;
  /** Rows that are sent. */
  good: number;
  excluded: number;
  fixed: number;
  totals: BulkTotal[];
  /** All cents that the rows name. */
  cents: number;
  state: BulkFileState;
  preparedById: string;
  preparedBy: string;
  preparedAt: number;
  /** Why someone other than the person who prepared it has to approve it, in a sentence; undefined when that isn't required. */
  secondReason: string | undefined;
  approvedBy: string | undefined;
  approvedAt: number | undefined;
  sentAt: number | undefined;
  outcomeAt: number | undefined;
  bulkKey: string | undefined;
  /** What the gateway answered to the upload. */
  upload: { lines: number; transactions: number; errors: number; dupes: number } | undefined;
  /** The group as last read. */
  group: BulkGroup | undefined;
  groupReadAt: number | undefined;
  /** Rows that the gateway took for duplicates and did not charge; undefined until the results were read. Only in lists. */
  duplicates: number | undefined;
  /** Why it is in its state, as text. */
  problem: string | undefined;
  /** The end of its upload may have left. Not sent all the same means that a person decided so. */
  mayHaveLeft: boolean;
  /** Once its answer was lost. */
  search: BulkSearch | undefined;
  /** While its answer is lost. */
  nextLookupAt: number | undefined;
  /** Recent counter payments with the card and amount of rows in this file, found when it was about to leave. */
  counterPayments: CounterPayments | undefined;
};

/** Payments taken at the counter in the last minutes that rows of a file repeat. */
export type CounterPayments = {
  /** The attempts: a person who has seen them may send the file all the same. */
  ids: string[];
  /** The rows, the first ones of many. */
  rows: number[];
  /** All rows of that kind, and their sum. */
  count: number;
  cents: number;
};

/** Where a file whose answer was lost was looked for. */
export type BulkSearch = {
  lookups: number;
  places: BulkPlace[];
  /** Rows of the file that were met among the gateway's transactions. */
  rows: number[];
  /** Rows that were met too, but that other files have as well, which may have arrived instead. */
  shared?: { rows: number[]; files: NamedFile[] } | undefined;
  /** The gateway refused it, having had more than a quarter of its rows before: the files that it most likely has, if any. */
  repeats?: NamedFile[];
  /** Who decided whether it arrived, when (epoch ms), and why. Lookups go on, and the decision can be changed until they find it. */
  decided?: { by: string; at: number; text: string; arrived: boolean };
  /** It was found among the gateway's transactions, without its group: only the key of that is still missing. */
  isFound?: true;
};

/** `label` is its name and number. */
export type NamedFile = { id: string; label: string };

export type BulkPlace = {
  place: "group" | "transactions";
  /** For eyes: "the running group", "the gateway's latest transactions". */
  name: string;
  /** Epoch ms: what was there by then was seen. */
  upTo: number;
  /** What was seen of it, in words. */
  seen: string;
};

/**
 * What is known of a file's very bytes: `open` is one's own and not sent yet, `gone` was sent by anyone or may have been.
 * `approvedAloneCents` is what this person approved today of files that they had prepared themselves.
 */
export type ChosenFile = {
  open: BulkFile | undefined;
  gone: BulkFile | undefined;
  approvedAloneCents: number;
};

const tenders = ["card", "token", "check", "cash"] as const;
/** One for each kind of row. */
const maxTotals = commandNames.length * tenders.length;

const total = z.object({
  command: z.enum(commandNames),
  tender: z.enum(tenders),
  count: z.number().int().positive(),
  cents: z.number().int().nonnegative(),
  withoutAmount: z.number().int().nonnegative(),
  newCents: z.number().int().nonnegative().optional(),
  changing: z
    .object({ count: z.number().int().positive(), cents: z.number().int().nonnegative() })
    .optional(),
}) satisfies z.ZodType<BulkTotal>;

/** What the browser found in a file. `id` is made when the file is chosen. */
export const preparation = z.object({
  id: attemptId,
  name: z
    .string()
    .trim()
    .min(1)
    .max(200)
    // It would be in every list.
    .refine((name) => !holdsCardNumber(name), {
      error: () => t("The file's name looks like a card number. Rename the file."),
    }),
  size: z
    .number()
    .int()
    .positive()
    .max(1024 ** 3, { error: () => t("A bulk file can have 1 GiB at most.") }),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  rows: z.number().int().positive(),
  good: z
    .number()
    .int()
    .positive({ error: () => t("No row of the file can be sent.") }),
  excluded: z.number().int().nonnegative().max(maxExcluded, tooManyExcluded),
  fixed: z.number().int().nonnegative(),
  plan: filePlan,
  totals: boundedList(total, maxTotals).refine((totals) => totals.length > 0),
  approval,
});
export type Preparation = z.infer<typeof preparation>;
