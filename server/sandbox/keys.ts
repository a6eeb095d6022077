import { randomBytes, randomInt } from "node:crypto";
import { holdsCardNumber } from "#lib/card-data/card-detector.ts";

/** Creates the contract's identifiers. None looks like a card number: it would be masked wherever texts are scanned for one. */

const alphabet = "0123456789bcdfghjkmnpqrstvwxyz";
const firsts = "0123456789abcdefghijklmnop";
const tokenAlphabet = "abcdefghijklmnopqrstuvwxyz0123456789";
const EPOCH_MS = Date.UTC(2020, 0, 1);

/** One letter for each process, which keeps the keys of two processes on one store apart. */
const shard = pick(firsts);
let lastTick = 0;
let lastTail = 0;

/** A key of 15 characters, a bulk group's of 17. Keys of one process rise, which keeps the store's index compact. */
export function makeKey(kind: "transaction" | "batch" | "customer" | "bulk", realMs: number): string {
  const marks = { transaction: "nf", batch: "t1", customer: "sd", bulk: "ntn1" } as const;
  const tick = Math.max(Math.floor(realMs) - EPOCH_MS, lastTick);
  lastTail = tick === lastTick ? lastTail + 1 : randomInt(400_000);
  lastTick = tick;
  return `${shard}${marks[kind]}${toDigits(tick, 8)}${toDigits(lastTail, 4)}`;
}

/**
 * 64 hex digits: the millisecond first, which keeps the outbox's index compact, then random ones in groups of twelve. The "e"
 * before each group keeps digits from making up a card number, so the id needs no check.
 */
export function makeEventId(realMs: number): string {
  const moment = Math.floor(realMs).toString(16).padStart(12, "0");
  return `${moment}e${randomHex(12)}e${randomHex(12)}e${randomHex(12)}e${randomHex(12)}`;
}

/** The merchant's key, derived from a fingerprint: always the same for a store. */
export const toMerchantKey = (fingerprint: string): string => keyOfFingerprint("mr", fingerprint);

/** A 15-character key that is always the same for a fingerprint. */
export const keyOfFingerprint = (mark: string, fingerprint: string): string =>
  `0${mark}${Array.from(fingerprint.slice(0, 12), (letter) => alphabet.charAt(letter.charCodeAt(0) % alphabet.length)).join("")}`;

/** The form of a transaction or batch key. */
export const keyForm = /^[0-9a-z]{15}$/;

/** refnum = this + the row's number: a string of digits beyond 32 bits. */
const REFNUM_BASE = 3_108_000_000;
export const toRefnum = (id: number): string => String(REFNUM_BASE + id);
export function fromRefnum(refnum: string): number | undefined {
  const id = /^\d{10,15}$/.test(refnum) ? Number(refnum) - REFNUM_BASE : 0;
  return id > 0 ? id : undefined;
}

/** Six digits; leading zeros count. */
export const makeAuthcode = (): string => String(randomInt(1_000_000)).padStart(6, "0");
/** `TM` and four hex digits. */
export const makeCheckAuthcode = (): string => `TM${randomBytes(2).toString("hex").toUpperCase()}`;
/** The reference of the check processor: 14 digits. */
export const makeProcessorReference = (): string =>
  unlikeCards(() => `${randomInt(10_000_000, 99_999_999)}${randomInt(100_000, 999_999)}`);

/** Four groups of four with at least one letter, so that a token is never taken for a card number. */
export function makeToken(): string {
  for (;;) {
    const token = unlikeCards(() => Array.from({ length: 4 }, () => draw(4)).join("-"));
    if (/[a-z]/.test(token)) return token;
  }
}

export const makePaymentKey = (): string => unlikeCards(() => `pk_${draw(24)}`);

const draw = (length: number): string => Array.from({ length }, () => pick(tokenAlphabet)).join("");

function pick(letters: string): string {
  return letters.charAt(randomInt(letters.length));
}

/** Makes a text again while it looks like a card number. */
export function unlikeCards(make: () => string): string {
  for (;;) {
    const made = make();
    // Most have too few digits, which is faster to see.
    if (!/\d(?:\D*\d){11}/.test(made) || !holdsCardNumber(made)) return made;
  }
}

function toDigits(value: number, length: number): string {
  let rest = value;
  let digits = "";
  for (let place = 0; place < length; place++) {
    digits = alphabet.charAt(rest % alphabet.length) + digits;
    rest = Math.floor(rest / alphabet.length);
  }
  return digits;
}

/** Random hex digits, each used once. They are drawn in batches, since a call costs more than the digits. */
function randomHex(length: number): string {
  if (unused.length < length) unused = randomBytes(HEX_BATCH / 2).toString("hex");
  const digits = unused.slice(0, length);
  unused = unused.slice(length);
  return digits;
}

const HEX_BATCH = 4096;
let unused = "";
