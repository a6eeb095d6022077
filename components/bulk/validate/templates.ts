import { toCsv } from "#lib/csv.ts";
import { isLuhnValid } from "#lib/gateway/card-number.ts";
import type { BulkColumn } from "#lib/gateway/schemas/bulk.ts";
import { text } from "#lib/language/t.ts";

/** A published test number without its check digit: the full number would be in the build, where no card number may be. */
function testNumber(digits: string): string {
  return [0, 1, 2, 3, 4, 5, 6, 7, 8, 9].map((digit) => `${digits}${digit}`).find(isLuhnValid) ?? digits;
}

/** Files to begin with: the columns of one kind of payment and two rows with published test numbers. */
export const templates = [
  {
    name: text("Cards"),
    file: "bulk-cards.csv",
    columns: [
      "command",
      "amount",
      "ccnum",
      "ccexp",
      "cvc",
      "cardholder",
      "avsstreet",
      "avszip",
      "invoice",
      "email",
    ],
    lines: [
      [
        "sale",
        "49.00",
        testNumber("400010001111222"),
        "0930",
        "123",
        "Ada Okafor",
        "12 Alder Street",
        "97201",
        "1001",
        "ada@example.com",
      ],
      ["sale", "120.50", testNumber("555544443333222"), "1131", "456", "Ben Duarte", "", "", "1002", ""],
    ],
  },
  {
    name: text("Saved cards"),
    file: "bulk-saved-cards.csv",
    columns: ["command", "amount", "ccnum", "invoice", "custid", "description"],
    lines: [
      ["sale", "49.00", "a1b2-c3d4-e5f6-g7h8", "1001", "C-17", "November"],
      ["sale", "49.00", "k9m8-n7p6-q5r4-s3t2", "1002", "C-18", "November"],
    ],
  },
  {
    name: text("Checks"),
    file: "bulk-checks.csv",
    columns: ["command", "amount", "routing", "account", "accounttype", "accountholder", "invoice"],
    lines: [
      ["check:sale", "310.00", "121000248", "123456789", "checking", "Ada Okafor", "1001"],
      ["check:sale", "75.25", "121000248", "987654321", "savings", "Ben Duarte", "1002"],
    ],
  },
  {
    name: text("Refunds"),
    file: "bulk-refunds.csv",
    columns: ["command", "trankey", "amount", "description"],
    lines: [
      ["refund", "0nfbcdfghjkmnpq", "49.00", "Returned"],
      ["refund", "1nfqrstvwxyz012", "", "The whole amount"],
    ],
  },
] as const satisfies readonly {
  name: string;
  file: string;
  columns: readonly BulkColumn[];
  lines: readonly (readonly string[])[];
}[];

export type Template = (typeof templates)[number];

export function toTemplateCsv({ columns, lines }: Template): string {
  return toCsv(columns, lines);
}
