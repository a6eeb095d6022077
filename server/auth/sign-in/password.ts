import { type Argon2Parameters, argon2, randomBytes, timingSafeEqual } from "node:crypto";
import { takeTurns } from "./take-turns.ts";

export const MIN_PASSWORD_LENGTH = 12;
/** Of one that is set now. */
export const MAX_NEW_PASSWORD_LENGTH = 128;
/** Of one that is typed: longer ones are wrong without hashing, since hashing time grows with length. */
export const MAX_PASSWORD_LENGTH = 1024;

/** Argon2id of the password with a fresh salt, as a PHC string: algorithm, parameters, salt and hash in one text. */
export async function hashPassword(password: string): Promise<string> {
  const nonce = randomBytes(SALT_BYTES);
  const tag = await derive(password, { ...COST, nonce });
  const { memory, passes, parallelism } = COST;
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${toBase64(nonce)}$${toBase64(tag)}`;
}

/** Whether the password is the one hashed. Takes as long for `undefined` (unknown email) as for a wrong password. */
export async function verifyPassword(password: string, hash: string | undefined): Promise<boolean> {
  const known = parsePhc(hash ?? (await hashOfUnknownUser()));
  const tag = await derive(password, { ...known.cost, nonce: known.salt, tagLength: known.tag.length });
  return timingSafeEqual(tag, known.tag) && hash !== undefined;
}

/** Argon2id at the same cost with a given salt, hex: the same text gives the same hash. */
export async function hashWithSalt(text: string, nonce: Buffer): Promise<string> {
  return (await derive(text, { ...COST, nonce })).toString("hex");
}

/** Whether the hash was made at another cost than today's: it is replaced once its password is typed again. */
export function isOutdated(hash: string): boolean {
  const { cost, tag } = parsePhc(hash);
  return JSON.stringify({ ...cost, tagLength: tag.length }) !== JSON.stringify(COST);
}

type Cost = Pick<Argon2Parameters, "memory" | "passes" | "parallelism" | "tagLength">;

/** OWASP's first choice for argon2id; memory in KiB. */
const COST: Cost = { memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 };
const SALT_BYTES = 16;

const PHC =
  /^\$argon2id\$v=19\$m=(?<memory>\d+),t=(?<passes>\d+),p=(?<parallelism>\d+)\$(?<salt>[\w+/]+)\$(?<tag>[\w+/]+)$/;

function parsePhc(hash: string): { cost: Omit<Cost, "tagLength">; salt: Buffer; tag: Buffer } {
  const parts = PHC.exec(hash)?.groups;
  if (!parts) throw new Error("A stored password hash is not an argon2id PHC string.");
  const { memory, passes, parallelism, salt = "", tag = "" } = parts;
  return {
    cost: { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) },
    salt: Buffer.from(salt, "base64"),
    tag: Buffer.from(tag, "base64"),
  };
}

function derive(password: string, parameters: Omit<Argon2Parameters, "message">): Promise<Buffer> {
  // The same letters may be typed as different code points on another keyboard.
  const message = password.normalize("NFKC");
  return inTurn(
    () =>
      new Promise<Buffer>((resolve, reject) => {
        argon2("argon2id", { ...parameters, message }, (error, tag) =>
          error ? reject(error) : resolve(tag),
        );
      }),
  );
}

/**
 * Each hash takes 19 MiB and one of the four threads that files and the store need too. A flood of sign-ins waits here,
 * and what would wait for seconds is refused with ServerBusyError.
 */
const inTurn = takeTurns({ atOnce: 2, waiting: 100 });

let unknownUserHash: Promise<string> | undefined;

function hashOfUnknownUser(): Promise<string> {
  unknownUserHash ??= hashPassword(randomBytes(SALT_BYTES).toString("hex"));
  return unknownUserHash;
}

const toBase64 = (bytes: Buffer) => bytes.toString("base64").replace(/=+$/, "");
