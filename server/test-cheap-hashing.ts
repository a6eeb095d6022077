import crypto, { createHash } from "node:crypto";
import { readFileSync, renameSync, writeFileSync } from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { dirname, join } from "node:path";
import { inject, onTestFinished } from "vitest";

/*
 * For integration tests only, before each file: passwords are hashed at the lowest cost (the real one is tested in
 * auth/sign-in/password.test.ts), and a data key is stretched once for the whole run. Programs that a test starts do both at
 * full cost.
 */
const real = { argon2: crypto.argon2, scrypt: crypto.scrypt };

const cheapArgon2: typeof crypto.argon2 = (algorithm, parameters, done) =>
  real.argon2(algorithm, { ...parameters, memory: 8, passes: 1 }, done);

type ScryptArguments = [secret: string, salt: string, length: number, cost: crypto.ScryptOptions];

/** The same key as ever: only its cost is saved. */
function rememberedScrypt(
  ...[secret, salt, length, cost, done]: [...ScryptArguments, (error: Error | null, key: Buffer) => void]
): void {
  const place = placeOf(secret, salt, length, cost);
  const known = readIfThere(place);
  if (known) return void setImmediate(done, null, known);
  real.scrypt(secret, salt, length, cost, (error, key) => {
    // Complete at once for another process.
    if (!error) {
      writeFileSync(`${place}.${process.pid}`, key);
      renameSync(`${place}.${process.pid}`, place);
    }
    done(error, key);
  });
}

function placeOf(...all: ScryptArguments): string {
  const name = createHash("sha256").update(JSON.stringify(all)).digest("hex");
  return join(dirname(inject("storeTemplates").file), `stretched-${name}`);
}

function readIfThere(place: string): Buffer | undefined {
  try {
    return readFileSync(place);
  } catch {
    return undefined;
  }
}

function hashWith(functions: object): void {
  Object.assign(crypto, functions);
  syncBuiltinESMExports();
}

const cheap = { argon2: cheapArgon2, scrypt: rememberedScrypt };
hashWith(cheap);

/** Until the test ends: for passwords that a started program hashes or compares too. */
export function hashAtRealCost(): void {
  hashWith(real);
  onTestFinished(() => hashWith(cheap));
}
