import crypto from "node:crypto";
import { syncBuiltinESMExports } from "node:module";
import { onTestFinished, vi } from "vitest";

/**
 * For tests only. Until the test ends, passwords are hashed and compared at the lowest cost. `costs` are those that were
 * asked for; `maxAtOnce` is how many hashes ran together.
 */
export function hashCheaply(): { costs: object[]; maxAtOnce: () => number } {
  const costs: object[] = [];
  let running = 0;
  let most = 0;
  const real = crypto.argon2;
  const argon2 = vi.spyOn(crypto, "argon2").mockImplementation((algorithm, parameters, done) => {
    const { nonce: _nonce, ...cost } = parameters;
    costs.push({ algorithm, ...cost });
    most = Math.max(most, ++running);
    real(algorithm, { ...parameters, memory: 8, passes: 1 }, (error, tag) => {
      running--;
      done(error, tag);
    });
  });
  syncBuiltinESMExports();
  onTestFinished(() => {
    argon2.mockRestore();
    syncBuiltinESMExports();
  });
  return { costs, maxAtOnce: () => most };
}
