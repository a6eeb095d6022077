import { MAX_NEW_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH, verifyPassword } from "./password.ts";

/** Whose password it is to be: what everybody knows about them is no password. */
export type PasswordOwner = {
  email?: string | undefined;
  name?: string | undefined;
  /** The hash of the current password and of those before it. */
  lastHashes?: readonly string[];
};

/** So many passwords, the current one included, are not taken again. */
export const REFUSED_LAST_PASSWORDS = 4;

/**
 * Why a new password is refused, for its owner to read; undefined when it is good. Any characters are accepted and no
 * mixture is asked for (NIST SP 800-63B): length and not being guessable are what counts.
 */
export async function newPasswordProblem(
  password: string,
  { email, name, lastHashes = [] }: PasswordOwner = {},
): Promise<string | undefined> {
  const length = lengthProblem(password);
  if (length) return length;
  const word = password.normalize("NFKC").toLowerCase();
  if (isOnePart(word) || isSequence(word))
    return `This password is too easy to guess: it only repeats or counts. ${ADVICE}`;
  if (isAbout(word, [email ?? "", name ?? "", "merchant console"]))
    return `This password is too easy to guess: it is a name or email. ${ADVICE}`;
  if (await isCommon(word)) return `This password is on a list of common passwords. ${ADVICE}`;
  for (const hash of lastHashes.slice(0, REFUSED_LAST_PASSWORDS))
    if (await verifyPassword(password, hash))
      return `This is one of the last ${REFUSED_LAST_PASSWORDS} passwords. Choose a new one.`;
  return undefined;
}

export function lengthProblem(password: string): string | undefined {
  if (password.length < MIN_PASSWORD_LENGTH)
    return `A password needs at least ${MIN_PASSWORD_LENGTH} characters.`;
  if (password.length > MAX_NEW_PASSWORD_LENGTH)
    return `A password has at most ${MAX_NEW_PASSWORD_LENGTH} characters.`;
  return undefined;
}

const ADVICE = "Choose another, such as four words that do not belong together.";

const isOnePart = (word: string) => /^(.+?)\1+$/s.test(word);

/** Each character follows the one before it, up or down: abcdefghijkl, 987654321098. */
function isSequence(word: string): boolean {
  const steps = [...word].slice(1).map((character, i) => {
    const step = (character.codePointAt(0) ?? 0) - (word.codePointAt(i) ?? 0);
    // 9 is followed by 0.
    return Math.abs(step) === 9 ? -Math.sign(step) : step;
  });
  return steps.every((step) => step === 1) || steps.every((step) => step === -1);
}

/** Nearly nothing is left once names, digits and signs are gone. */
function isAbout(word: string, texts: string[]): boolean {
  const names = texts
    .flatMap((text) => text.toLowerCase().split(/[\s@._-]+/))
    .filter((name) => name.length >= 3)
    .sort((one, other) => other.length - one.length);
  const rest = names.reduce((left, name) => left.replaceAll(name, ""), word);
  return rest !== word && rest.replace(/[\p{P}\p{S}\p{N}\s]/gu, "").length < 4;
}

/** Also a common one with other digits and signs around it: password2026!! */
async function isCommon(word: string): Promise<boolean> {
  common ??= loadCommon();
  const known = await common;
  return known.has(word) || known.has(toLetters(word));
}

const toLetters = (word: string) => word.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, "");

let common: Promise<Set<string>> | undefined;

/**
 * The 10,000 most common passwords of at least 12 characters and the 2,000 most common words, from SecLists
 * (github.com/danielmiessler/SecLists, xato-net-10-million-passwords-1000000.txt, MIT): lower case, without what reads as
 * a card number. What is between the digits of the former counts as a word too.
 */
async function loadCommon(): Promise<Set<string>> {
  const { default: list } = await import("./common-passwords.json", { with: { type: "json" } });
  const words = list.map(toLetters).filter((letters) => letters.length >= 4);
  return new Set([...list, ...words]);
}
