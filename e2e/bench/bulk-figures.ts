import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as delay } from "node:timers/promises";
import { type Bench, type Figure, type Measured, notMeasured } from "./figure.ts";
import { newDataDir, signed, startMeasuredSandbox } from "./measured-sandbox.ts";
import type { ServerProcess } from "./server-process.ts";

/** A file of card sales, uploaded and run to its end. */
export const bulkFigures: Figure[] = [{ name: "bulk", measure: measureBulk }];

const goal = { atLeast: 0.55 };
const what = "bulk lines/s ÷ raw SQLite inserts/s in groups of 256";

async function measureBulk(bench: Bench): Promise<Measured[]> {
  const lines = bench.quick ? 20_000 : 1_000_000;
  const sandbox = await startMeasuredSandbox();
  try {
    const before = sandbox.residentBytes();
    const startedAt = performance.now();
    const key = await upload(sandbox, lines);
    if (key === undefined) return [notMeasured(what, goal, "this gateway takes no bulk files")];
    const mostBytes = await untilCompleted(sandbox, key);
    const perSecond = lines / ((performance.now() - startedAt) / 1000);
    const raw = rawInsertsPerSecond(Math.min(lines, 200_000));
    return [
      {
        what,
        value: perSecond / raw,
        goal,
        note: `${Math.round(perSecond)}/s with the upload ÷ ${Math.round(raw)}/s; ${lines} lines`,
      },
      {
        what: "memory growth over 1,000,000 bulk lines, MB",
        value: (mostBytes - before) / 1e6,
        goal: { atMost: 64 },
        note: `${lines} lines, resident at its most`,
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

/** Resolves with the most memory that was seen in use. */
async function untilCompleted(sandbox: ServerProcess, key: string): Promise<number> {
  const address = `http://127.0.0.1:${sandbox.port}/api/v2/bulk_transactions/${key}`;
  for (let most = 0; ; await delay(250)) {
    most = Math.max(most, sandbox.residentBytes());
    const group = (await (await fetch(address, { headers: signed })).json()) as { status: string };
    if (group.status === "Completed") return most;
  }
}

/** Rows of the same size and with as many indexes, by one prepared statement, 256 a commit. */
function rawInsertsPerSecond(count: number): number {
  const file = new DatabaseSync(join(newDataDir(), "raw.sqlite"));
  file.exec(`pragma journal_mode = WAL; pragma synchronous = FULL;
    create table rows (id integer primary key autoincrement, key text unique, batch integer, ordinal integer, kind text, details text);
    create index rows_batch on rows (batch, ordinal); create index rows_kind on rows (kind)`);
  const insert = file.prepare("insert into rows (key, batch, ordinal, kind, details) values (?, ?, ?, ?, ?)");
  const details = "x".repeat(700);
  const startedAt = performance.now();
  for (let done = 0; done < count; done += 256) {
    file.exec("begin immediate");
    for (let row = done; row < done + 256; row++)
      insert.run(`key-${row}`, 1, row, `${(row * 7919) % 1_000_003}`.padStart(43, "k"), details);
    file.exec("commit");
  }
  const seconds = (performance.now() - startedAt) / 1000;
  file.close();
  return count / seconds;
}
