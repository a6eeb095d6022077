import { read } from "#e2e/sandbox/payments.ts";
import type { RunningSandbox } from "#e2e/support/sandbox.ts";
import { commands, dependsOnSettlement } from "#lib/gateway/commands.ts";
import type { ChaosProxy } from "./proxies/chaos-proxy.ts";
import type { Submission } from "./submissions.ts";

/** What the gateway did for a submission, by its own record rather than by its replies. */
export type GatewayRecord = {
  times: number;
  moved: boolean;
  /** Whether reads can prove it. Otherwise the resolver may leave it unknown. */
  isProvable: boolean;
};

type Listed = { description?: string; result_code?: string };

/** The gateway's record of each submission, by `attemptId`. */
export async function readRecords(
  { sandbox, proxy }: { sandbox: RunningSandbox; proxy: ChaosProxy },
  submissions: readonly Submission[],
): Promise<Map<string, GatewayRecord>> {
  const listed = Map.groupBy(await listAll(sandbox), ({ description }) => description ?? "");
  const records = new Map<string, GatewayRecord>();
  for (const submission of submissions) {
    const { attemptId: id, original } = submission.plan;
    const found = listed.get(id) ?? [];
    if (found.length > 0 || commands[submission.command].reference !== "none") {
      // A command that was not processed leaves no trace.
      const isProvable = found.length > 0 && commands[submission.command].reference !== "none";
      records.set(id, { times: found.length, moved: found.some(isGood), isProvable });
    } else if (original) {
      const after = await read(sandbox, original.key);
      const changed = changeableFields(after) !== changeableFields(original.before);
      records.set(id, {
        times: changed ? 1 : 0,
        moved: changed,
        isProvable: isShownByOriginal(submission, [original.before, after]),
      });
    } else records.set(id, { ...answeredRecord(proxy, id), isProvable: false });
  }
  return records;
}

/** A saved card is in no list: only the gateway's reply shows it. */
function answeredRecord(proxy: ChaosProxy, id: string): Omit<GatewayRecord, "isProvable"> {
  const answers = proxy.posts
    .filter(({ marker, gateway }) => marker === id && gateway)
    .map(({ gateway }) => JSON.parse(gateway?.body ?? "{}") as Listed);
  return { times: answers.length, moved: answers.some(isGood) };
}

/** A settled payment does not change: its refund is a separate transaction without our reference. */
function isShownByOriginal(
  { command }: Submission,
  states: readonly { status_code?: string | undefined }[],
): boolean {
  const isSettled = states.some(({ status_code }) => status_code === "S");
  return !(isSettled && dependsOnSettlement(command));
}

const isGood = ({ result_code }: Listed) => result_code === "A" || result_code === "P";

async function listAll(sandbox: RunningSandbox): Promise<Listed[]> {
  const all: Listed[] = [];
  for (;;) {
    const { body } = await sandbox.request("GET", `/transactions?limit=1000&offset=${all.length}`);
    all.push(...body.data);
    if (body.data.length === 0 || all.length >= Number(body.total)) return all;
  }
}

/** Fields that commands change but closing a batch does not. */
function changeableFields({ trantype_code, amount }: Record<string, unknown>): string {
  return JSON.stringify([trantype_code, amount]);
}
