import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as delay } from "node:timers/promises";
import { median } from "#e2e/support/statistics.ts";
import { newDataDir, signed, startMeasuredSandbox } from "./measured-sandbox.ts";
import { type Bench, type Measured, type Measurement, notMeasured } from "./measurement.ts";
import { replyOf } from "./sale-measurements.ts";
import type { ServerProcess } from "./server-process.ts";

/** A file of card sales, uploaded and run to its end. */
export const bulkMeasurements: Measurement[] = [{ name: "bulk", measure: measureBulk }];

const goal = { atLeast: 0.2 };
const what = "bulk lines run/s ÷ raw SQLite inserts/s in groups of 256";

async function measureBulk(bench: Bench): Promise<Measured[]> {
  const lines = bench.quick ? 20_000 : 1_000_000;
  const sample = Math.min(lines, 200_000);
  const sandbox = await startMeasuredSandbox();
  try {
    // After a warm-up: memory of the first request is not caused by the rows.
    await replyOf(sandbox);
    const before = sandbox.residentBytes();
    const raws = [rawInserts(sample)];
    const [begun, begunCpu] = [performance.now(), sandbox.cpuSeconds()];
    const key = await upload(sandbox, lines);
    if (key === undefined) return [notMeasured(what, goal, "this gateway takes no bulk files")];
    const [uploaded, uploadedCpu] = [performance.now(), sandbox.cpuSeconds()];
    const maxBytes = await untilCompleted(sandbox, key);
    const [completed, completedCpu] = [performance.now(), sandbox.cpuSeconds()];
    raws.push(rawInserts(sample), rawInserts(sample));
    const raw = median(raws.map(({ perSecond }) => perSecond));
    const rawMicros = median(raws.map(({ cpuMicros }) => cpuMicros));
    const rate = (ms: number) => lines / (ms / 1000);
    const micros = (seconds: number) => (seconds / lines) * 1e6;
    const run = rate(completed - uploaded);
    const both = rate(completed - begun);
    return [
      {
        what,
        value: run / raw,
        goal,
        note: `${Math.round(run)}/s ÷ ${Math.round(raw)}/s; ${lines} lines`,
      },
      {
        what: "the same with the upload",
        value: both / raw,
        goal,
        note: `uploaded at ${Math.round(rate(uploaded - begun))}/s`,
      },
      {
        what: "the same by processor time",
        value: rawMicros / micros(completedCpu - uploadedCpu),
        goal,
        note: `${rawMicros.toFixed(0)} µs ÷ ${micros(completedCpu - uploadedCpu).toFixed(0)} µs, and ${micros(uploadedCpu - begunCpu).toFixed(0)} µs for the upload`,
      },
      {
        what: "peak memory of a bulk file, MiB",
        value: maxBytes / 2 ** 20,
        goal: { atMost: 300 },
        note: `${lines} rows; ${((maxBytes - before) / 2 ** 20).toFixed(0)} MiB more than after one sale`,
      },
    ];
  } finally {
    await sandbox.stop();
  }
}

async function upload({ port }: ServerProcess, lines: number): Promise<string | undefined> {
  const form = new FormData();
  const parts = ["command,amount,orderid,ccnum,ccexp\n"];
  for (let line = 0; line < lines; line++)
    parts.push(`cc:sale,${1 + (line % 900)}.00,bulk-${line},4000100011112224,1249\n`);
  form.set("data", new File(parts, "sales.csv", { type: "text/csv" }));
  const answer = await fetch(`http://127.0.0.1:${port}/api/v2/bulk_transactions`, {
    method: "POST",
    headers: { Authorization: signed.Authorization },
    body: form,
  });
  if (answer.status === 404) return undefined;
  if (!answer.ok) throw new Error(`the upload was answered ${answer.status}: ${await answer.text()}`);
  return ((await answer.json()) as { bulk_key: string }).bulk_key; // as the contract says
}

/** Resolves with the peak memory use. */
async function untilCompleted(sandbox: ServerProcess, key: string): Promise<number> {
  const address = `http://127.0.0.1:${sandbox.port}/api/v2/bulk_transactions/${key}`;
  for (let most = 0; ; await delay(250)) {
    most = Math.max(most, sandbox.residentBytes());
    const group = (await (await fetch(address, { headers: signed })).json()) as { status: string };
    if (group.status === "Completed") return most;
  }
}

/** Rows as a payment's, with its indexes and a kind that no other has, by one prepared statement, 256 a commit. */
function rawInserts(count: number): { perSecond: number; cpuMicros: number } {
  const file = new DatabaseSync(join(newDataDir(), "raw.sqlite"));
  file.exec(
    `pragma journal_mode = WAL; pragma synchronous = FULL; pragma wal_autocheckpoint = 4096; ${schema}`,
  );
  const insert = file.prepare(`insert into rows (${columns}) values (${columns.replaceAll(/\w+/g, "?")})`);
  const encrypted = "s".repeat(92);
  const details = "d".repeat(400);
  const [startedAt, spent] = [performance.now(), process.cpuUsage()];
  for (let done = 0; done < count; done += 256) {
    file.exec("begin immediate");
    for (let row = done; row < done + 256; row++) {
      const kind = `${(row * 7919) % 1_000_003}`.padStart(43, "k");
      const ends = [null, 0, kind, null, encrypted, kind, details];
      insert.run(
        keyOf(row),
        1,
        row,
        "sale",
        "card",
        "S",
        "P",
        "A",
        null,
        null,
        "123456",
        4250,
        1,
        row,
        ...ends,
      );
    }
    file.exec("commit");
  }
  const seconds = (performance.now() - startedAt) / 1000;
  const { user, system } = process.cpuUsage(spent);
  file.close();
  return { perSecond: count / seconds, cpuMicros: (user + system) / count };
}

const keyOf = (row: number) => `0nf${String(row).padStart(12, "0")}`;

const columns = `key, source_id, created_at, command, tender, trantype_code, status_code, result_code, error_code, error,
  authcode, amount, batch_id, ordinal, original_id, connected, duplicate_of_kind, next_step_at, sealed, fingerprint, details`;

const schema = `
  create table rows (id integer primary key autoincrement, key text not null unique, source_id, created_at, command, tender,
    trantype_code, status_code, result_code, error_code, error, authcode, amount, batch_id, ordinal, original_id, connected,
    duplicate_of_kind, next_step_at, sealed, fingerprint, details);
  create index rows_batch on rows (batch_id, ordinal) where batch_id is not null;
  create index rows_original on rows (original_id) where original_id is not null;
  create index rows_duplicate on rows (duplicate_of_kind, created_at) where duplicate_of_kind is not null;
  create index rows_due on rows (next_step_at) where next_step_at is not null;
`;
