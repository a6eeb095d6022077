import type { PlaceList } from "#lib/forms/places.ts";
import type { Tender } from "#lib/gateway/commands.ts";
import type { Right } from "#lib/permissions.ts";
import type { ChargeKind } from "../kinds.ts";

/** One field of the charge form: its row is all that the form, its rules, the request and the payment's page know of it. */
export type ChargeField = {
  label: string;
  control: "text" | "select" | "checkbox" | "amount" | "cardNumber" | "expiry" | "securityCode";
  /** Columns of twelve that it takes; `phoneWidth` on a narrow screen, where it is twelve otherwise. */
  width: 2 | 3 | 4 | 5 | 6 | 8 | 12;
  phoneWidth?: 4 | 6;
  size?: "m";
  /** Outside its section, always in sight. */
  pinned?: true;
  /** The number of a custom field, shown where the merchant has named it, under that name and as it takes (custom-fields.ts). */
  custom?: string;
  help?: string;
  placeholder?: string;
  inputMode?: "numeric" | "decimal" | "email";
  spellCheck?: false;
  /** Takes out or replaces what does not count while it is typed. */
  clean?: (text: string) => string;
  /** The field refuses more characters than this. */
  stopsAt?: number;
  /** Of a select: the first is the value of an empty form. */
  options?: readonly { value: string; label: string }[];
  /** Offered in a text field, where anything else may be typed. */
  choices?: PlaceList;
  /** The right without which it is neither shown nor accepted. */
  right?: Right;
  /** Only with these; with any when left out. A group with the name of a tender belongs to that alone. */
  tenders?: readonly Tender[];
  /** Only with these kinds of charge (lib/charge/kinds.ts); with any when left out. */
  kinds?: readonly ChargeKind[];

  /** A longer text is refused, in characters. */
  max?: number;
  /** Why it may not be left empty. */
  required?: string;
  /** Why a text is refused; `currentMonth` as in `problemsOf`. */
  wrong?: (text: string, currentMonth: string) => string | undefined;
  /** Its digits may be those of a card or an account. Any other text is refused with a card number in it. */
  holdsNumber?: true;
  /**
   * When it is cleared: once it was sent; else when the page is left; else when another tender is tried. All that is left
   * out here stays until the next customer.
   */
  clearedWhen?: "sent" | "left" | "tenderChanged";

  /** Its path in the body of POST /transactions; missing when it stays in the console. */
  wire?: string;
  /** Its name in the stored request when it has no place in that body. */
  stored?: "cash_received" | "drawer_reason";
  toWire?: (text: string) => string;
  /** The inverse of `toWire`, where a form is filled from its request. */
  fromWire?: (text: string) => string;
  /** It is not required while this field of its group is filled. */
  unless?: string;
  /** What precedes it in the line of its closed section: its label when left out, nothing when empty. */
  summary?: string;
  /** Its label on the payment's page, where that differs. */
  detail?: string;
  /** Only the merchant's people see it. */
  isInternal?: true;
};

/** The value of an untouched field. */
export const blankOf = ({ control, options }: ChargeField): string | boolean =>
  control === "checkbox" ? false : (options?.[0]?.value ?? "");
