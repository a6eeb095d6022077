import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";

/** A code is valid for this long (RFC 6238). */
const STEP_MS = 30_000;
/** Clocks may differ, and typing takes time: the code before and the one after count too. */
const DRIFT_STEPS = 1;

/** A new secret of 160 bits, in base32 as authenticator apps take it. */
export function newTotpSecret(): string {
  return toBase32(randomBytes(20));
}

/** What the QR code holds. Every app takes these defaults: SHA-1, six digits, 30 seconds. */
export function toTotpUri(secret: string, { issuer, account }: { issuer: string; account: string }): string {
  const label = encodeURIComponent(`${issuer}:${account}`);
  return `otpauth://totp/${label}?secret=${secret}&issuer=${encodeURIComponent(issuer)}`;
}

/** The code of the step that holds `at` (epoch ms). */
export function totpCode(secret: string, at: number): string {
  return codeOf(fromBase32(secret), Math.floor(at / STEP_MS));
}

/** The steps around `now` whose code this is, the earliest first. */
export function stepsOf(secret: string, code: string, now: number): number[] {
  if (!/^\d{6}$/.test(code)) return [];
  const key = fromBase32(secret);
  const step = Math.floor(now / STEP_MS);
  const steps = Array.from({ length: 2 * DRIFT_STEPS + 1 }, (_, i) => step - DRIFT_STEPS + i);
  return steps.filter((one) => timingSafeEqual(Buffer.from(codeOf(key, one)), Buffer.from(code)));
}

/** HOTP (RFC 4226), section 5.3. */
function codeOf(key: Buffer, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const digest = createHmac("sha1", key).update(counter).digest();
  const offset = digest.readUInt8(digest.length - 1) & 0xf;
  return String((digest.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, "0");
}

const BASE32 = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

function toBase32(bytes: Buffer): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, "0")).join("");
  return (bits.match(/.{5}/g) ?? []).map((five) => BASE32.charAt(Number.parseInt(five, 2))).join("");
}

function fromBase32(text: string): Buffer {
  const bits = [...text].map((letter) => BASE32.indexOf(letter).toString(2).padStart(5, "0")).join("");
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
}
