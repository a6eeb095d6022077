import { randomBytes, randomInt } from "node:crypto";
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** The secret of the sign-in cookies, made once and kept in `dataDir`/auth-secret, so that a restart signs nobody out. */
export function keptAuthSecret(dataDir: string): string {
  return kept(dataDir, "auth-secret") ?? keep(dataDir, "auth-secret", randomBytes(32).toString("base64url"));
}

/**
 * The demo's data key, made once and kept in `dataDir`/data-key. The store is in the same folder: good enough for test
 * cards, so a real gateway requires a key from elsewhere.
 */
export function keptDataKey(dataDir: string): string {
  return kept(dataDir, "data-key") ?? keep(dataDir, "data-key", randomBytes(32).toString("base64url"));
}

/** What the sandbox signs its events with for the console, made once and kept in `dataDir`/webhook-key. */
export function keptWebhookKey(dataDir: string): string {
  return kept(dataDir, "webhook-key") ?? keep(dataDir, "webhook-key", randomBytes(32).toString("base64url"));
}

/** The demo's password: the given one from now on, else the last one, else a new one. Kept in `dataDir`/demo-password. */
export function keptDemoPassword(dataDir: string, given: string | undefined): string {
  if (given) return keep(dataDir, "demo-password", given);
  return kept(dataDir, "demo-password") ?? keep(dataDir, "demo-password", readablePassword());
}

function kept(dataDir: string, name: string): string | undefined {
  try {
    return readFileSync(join(dataDir, name), "utf8").trim() || undefined;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined; // all that readFileSync throws has a code
    throw error;
  }
}

function keep(dataDir: string, name: string, secret: string): string {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const path = join(dataDir, name);
  writeFileSync(path, `${secret}\n`, { mode: 0o600 });
  // The mode above counts for a new file only.
  chmodSync(path, 0o600);
  return secret;
}

const CONSONANTS = "bdfghjklmnprstvz";
const VOWELS = "aeiou";
const SYLLABLES = 8;

/** Four words that can be read aloud, such as `tavo-rilu-kemi-soda`: 50 bits. */
function readablePassword(): string {
  const syllables = Array.from({ length: SYLLABLES }, () => oneOf(CONSONANTS) + oneOf(VOWELS));
  return syllables.map((syllable, i) => (i > 0 && i % 2 === 0 ? `-${syllable}` : syllable)).join("");
}

function oneOf(letters: string): string {
  return letters.charAt(randomInt(letters.length));
}
