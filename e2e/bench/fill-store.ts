import { randomBytes } from "node:crypto";
import { DAY_MS } from "#lib/time.ts";
import { enterOpenBatch } from "#server/sandbox/store/batches.ts";
import { openStore } from "#server/sandbox/store/store.ts";
import { insertTransaction } from "#server/sandbox/store/transactions.ts";
import { openVault, readKeyFile } from "#server/sandbox/store/vault.ts";

/**
 * Fills a store with approved sales in its open batch by the sandbox's own store code, without HTTP: rows as a sale leaves
 * them, spread over the days before. What is measured afterwards comes over HTTP.
 */
export async function fillStore(dataDir: string, count: number, already = 0): Promise<void> {
  const store = await openStore({ dataDir, databaseUrl: undefined });
  const vault = openVault(readKeyFile(dataDir));
  const number = "4000100011112224";
  const encrypted = vault.encrypt(JSON.stringify({ number, expiration: "1249" }));
  const fingerprint = vault.fingerprint(number);
  const since = Date.now() - 3 * DAY_MS;
  for (let done = 0; done < count; done += AT_A_TIME)
    await store.transact(async (db) => {
      const { batch } = await enterOpenBatch(db, Date.now(), 8000);
      for (let place = done; place < Math.min(count, done + AT_A_TIME); place++)
        await insertTransaction(db, {
          ...constants,
          created_at: since + Math.floor((place / count) * 2.9 * DAY_MS),
          batch_id: batch.id,
          ordinal: already + place + 1,
          duplicate_of_kind: randomBytes(32).toString("base64url"),
          sealed: encrypted,
          fingerprint,
          details: { ...details, orderid: `filled-${already + place}` },
        });
    });
  await store.close();
}

const AT_A_TIME = 5000;

const constants = {
  source_id: 1,
  command: "sale",
  tender: "card",
  trantype_code: "S",
  status_code: "P",
  result_code: "A",
  error: null,
  error_code: null,
  authcode: "123456",
  amount: 4250,
  original_id: null,
  connected: 0,
  next_step_at: null,
} as const;

const details = {
  invoice: "INV-20417",
  clientip: "127.0.0.1",
  serverip: "127.0.0.1",
  card: {
    masked: "xxxxxxxxxxxx2224",
    brand: "Visa",
    letter: "V",
    bin: "400010",
    cardholder: "Sofia Marchetti",
    avs_street: "1234 Main",
    avs_postalcode: "12345",
    entry_mode: "Card Not Present, Manually Keyed",
    avs: "YYY",
    cvc: "M",
  },
  billing_address: {
    firstname: "Sofia",
    lastname: "Marchetti",
    street: "1234 Main",
    city: "Chicago",
    state: "IL",
    postalcode: "12345",
  },
} as const;
