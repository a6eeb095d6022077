import { flushSync } from "react-dom";
import { holdsCardNumber } from "#lib/card-data/card-detector.ts";
import { blankOf } from "#lib/charge/fields/field.ts";
import {
  type ChargeValues,
  clearedAt,
  emptyCharge,
  fieldList,
  isClearedWhen,
  isOffered,
  tenders,
  valueIn,
} from "#lib/charge/fields/values.ts";
import { chargeKindNames } from "#lib/charge/kinds.ts";
import { emptyLineItem, lineItemKeys, maxLineItems } from "#lib/charge/line-items/line-items.ts";
import { readTyped, storeTyped } from "#lib/session/typed.ts";
import { type Prefill, retryValues, withPrefill } from "../next-values.ts";
import type { ChargeForm } from "../use-charge-form.ts";
import { blankLike, type Forgotten } from "./is-typed.ts";

/** The draft of the charge form past a reload: in its tab alone, for its user alone, without card and account data. */

type Stored = { user: string; at: number; values: ChargeValues | undefined; forgotten: Forgotten };

/** A working day: what is older was left behind. */
const longestMs = 12 * 60 * 60_000;

/**
 * Stores what is left of `values` as a draft, in place of any other; without values, or without a user, nothing. `noted` is
 * what they held before card data was wiped. Returns the draft.
 */
export function storeDraft(
  user: string | undefined,
  values: ChargeValues | undefined,
  noted?: Forgotten,
): ChargeValues | undefined {
  const draft = values && toDraft(values);
  const forgotten = values && (noted ?? forgottenOf(values));
  const isAny = draft !== undefined || forgotten !== undefined;
  storeTyped(
    "charge",
    user && isAny ? ({ user, at: Date.now(), values: draft, forgotten } satisfies Stored) : undefined,
  );
  return draft;
}

/**
 * The values without cards, codes and accounts; undefined when nothing is left that somebody typed. The rest of an order is
 * no draft: the next form may be another customer's, and the order waits under Attention.
 */
export function toDraft(values: ChargeValues): ChargeValues | undefined {
  if (values.completes) return undefined;
  const blank = blankLike(values);
  const kept = withoutCardNumbers(retryValues(clearedAt("left", values), values.attemptId));
  return JSON.stringify(kept) === JSON.stringify(blank) ? undefined : kept;
}

/** A card number typed into the wrong field is not kept either. */
function withoutCardNumbers<Value>(value: Value): Value {
  return JSON.parse(
    JSON.stringify(value, (_, part) => (typeof part === "string" && holdsCardNumber(part) ? "" : part)),
  );
}

/** Fills the form with the draft of this user, where nothing was typed since, and forgets it. Only an empty form is filled. */
export function restoreDraft(
  form: ChargeForm,
  { user, begin, isEmpty }: { user: string; begin: Prefill; isEmpty: boolean },
): Forgotten {
  const stored = takeStored();
  if (!isEmpty || stored.user !== user || !(Date.now() - Number(stored.at) < longestMs)) return undefined;
  if (stored.values) fill(form, withPrefill(readValues(stored.values), begin));
  return stored.forgotten === "card" || stored.forgotten === "account" ? stored.forgotten : undefined;
}

function takeStored(): Partial<Stored> {
  const stored = Object(readTyped("charge"));
  storeTyped("charge", undefined);
  return stored;
}

/** What a field that pays holds, of the tender that was chosen; nothing of a form for the rest of an order. */
export function forgottenOf(values: ChargeValues): Forgotten {
  if (values.completes) return undefined;
  const held = fieldList.filter(
    (field) =>
      field.group === values.tender &&
      isOffered(field, values) &&
      isClearedWhen("left", field) &&
      valueIn(values, field) !== blankOf(field),
  );
  if (held.length === 0) return undefined;
  return values.tender === "check" ? "account" : "card";
}

/** Storage may hold what another version wrote, or anything else: only what fits the form is taken. */
function readValues(stored: unknown): ChargeValues {
  const values = emptyCharge("");
  const given = Object(stored) as Partial<ChargeValues>; // each part is checked below
  for (const field of fieldList) {
    const value = Object(given[field.group])[field.key];
    const fits = field.options
      ? field.options.some((option) => option.value === value)
      : typeof value === typeof blankOf(field);
    if (fits && !isClearedWhen("left", field)) Object.assign(values[field.group], { [field.key]: value });
  }
  for (const key of plain)
    if (typeof given[key] === typeof values[key]) Object.assign(values, { [key]: given[key] });
  values.tender = tenders.find((tender) => tender === given.tender) ?? values.tender;
  values.kind = chargeKindNames.find((kind) => kind === given.kind) ?? values.kind;
  values.items = (Array.isArray(given.items) ? given.items : []).slice(0, maxLineItems).map((item) => {
    const read = emptyLineItem();
    for (const key of lineItemKeys) if (typeof Object(item)[key] === "string") read[key] = item[key];
    return read;
  });
  return values;
}

const plain = ["amount", "itemized", "split", "partAmount"] as const;

/** What makes up the amount: an amount that was typed since is not changed by a part of another one. */
const ofAmount = ["amount", "itemized", "split", "partAmount", "items"] as const;

function fill(form: ChargeForm, values: ChargeValues): void {
  const now = form.getValues();
  const begun = form.formState.defaultValues as ChargeValues; // the form's own, complete
  const isUntouched = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);
  for (const key of ["tender", "kind"] as const)
    if (isUntouched(now[key], begun[key])) form.setValue(key, values[key]);
  const takesAmount =
    isUntouched(now.breakdown, begun.breakdown) && ofAmount.every((key) => isUntouched(now[key], begun[key]));
  for (const field of fieldList) {
    if (field.group === "breakdown" && !takesAmount) continue;
    if (isUntouched(valueIn(now, field), valueIn(begun, field)))
      form.setValue(field.name, valueIn(values, field));
  }
  if (!takesAmount) return;
  // Drawn at once: a later drawing would undo the selection.
  flushSync(() => {
    for (const key of ofAmount) form.setValue(key, values[key]);
  });
  selectAmount();
}

/** The amount has the focus on a new page: what is typed now replaces it, and is not added to its end. */
function selectAmount(): void {
  const { activeElement } = document;
  if (activeElement instanceof HTMLInputElement && activeElement.closest("[data-amount]"))
    activeElement.select();
}
