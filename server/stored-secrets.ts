import { randomBytes, randomInt } from "node:crypto";
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** The secret of the sign-in cookies, generated once and stored in `dataDir`/auth-secret: users stay signed in after a restart. */
export function storedAuthSecret(dataDir: string): string {
  return read(dataDir, "auth-secret") ?? write(dataDir, "auth-secret", randomBytes(32).toString("base64url"));
}

/**
 * The demo's data key, generated once and stored in `dataDir`/data-key. The store is in the same folder, which is good
 * enough for test cards only: a real gateway requires a key from elsewhere.
 */
export function storedDataKey(dataDir: string): string {
  return read(dataDir, "data-key") ?? write(dataDir, "data-key", randomBytes(32).toString("base64url"));
}

/**
 * Gives this process the demo's data key, unless the settings have one or there is a real gateway, which asks for one: the
 * journal and the audit log are written outside of the console too.
 */
export function provideDataKey(dataDir: string, environment: NodeJS.ProcessEnv = process.env): void {
  const { GATEWAY_URL, CONSOLE_DATA_KEY, CONSOLE_DATA_KEY_FILE } = environment;
  if (!GATEWAY_URL && !CONSOLE_DATA_KEY && !CONSOLE_DATA_KEY_FILE)
    environment.CONSOLE_DATA_KEY = storedDataKey(dataDir);
}

/** The key with which the sandbox signs its events, generated once and stored in `dataDir`/webhook-key. */
export function storedWebhookKey(dataDir: string): string {
  return read(dataDir, "webhook-key") ?? write(dataDir, "webhook-key", randomBytes(32).toString("base64url"));
}

/** The demo's password: the given one, else the stored one, else a new one. Stored in `dataDir`/demo-password. */
export function storedDemoPassword(dataDir: string, given: string | undefined): string {
  if (given) return write(dataDir, "demo-password", given);
  return read(dataDir, "demo-password") ?? write(dataDir, "demo-password", readablePassword());
}

function read(dataDir: string, name: string): string | undefined {
  try {
    return readFileSync(join(dataDir, name), "utf8").trim() || undefined;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined; // readFileSync throws only errors with a code
    throw error;
  }
}

function write(dataDir: string, name: string, secret: string): string {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const path = join(dataDir, name);
  writeFileSync(path, `${secret}\n`, { mode: 0o600 });
  // `mode` applies to new files only.
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
