import { createHash, randomBytes } from "node:crypto";
import type { Attempt } from "#lib/attempt.ts";
import { authorization } from "#lib/gateway/signature.ts";
import { env } from "#server/env.ts";
import type { Known, Submitted, TestClient, TestClientAnswer } from "./test-client.ts";

/** A client that retries until it gets an answer and reports everything else as a failure; the proof must notice it. */
export async function open(): Promise<void> {}

const tries = 3;
const attempts: Known[] = [];

export const submit: TestClient["submit"] = async (submitted: Submitted): Promise<TestClientAnswer> => {
  if (submitted.kind !== "plan") throw new Error("a plain client has no forms");
  const { attemptId: id, command, body } = submitted.plan;
  const answer = await sendUntilAnswered({ ...body, command });
  const state = answer ? "answered" : "refused";
  attempts.push({ id, state, reference: id, result: answer?.result_code, steps: [] });
  // The parts of an attempt that the proof looks at.
  return { attempt: { id, state, reference: id, transaction: answer } as unknown as Attempt };
};

export const known: TestClient["known"] = async () => attempts;

export const events: TestClient["events"] = async () => [];

async function sendUntilAnswered(body: object): Promise<{ result_code?: string } | undefined> {
  const { gateway, gatewayTimeoutMs } = env();
  for (let attempt = 0; attempt < tries; attempt += 1)
    try {
      const seed = randomBytes(8).toString("hex");
      const response = await fetch(`${gateway.urls[0].href}/transactions`, {
        method: "POST",
        headers: { authorization: authorization(gateway.apiKey, gateway.apiPin, seed, sha256Hex) },
        body: JSON.stringify(body),
        signal: AbortSignal.timeout(gatewayTimeoutMs),
      });
      if (response.ok) return (await response.json()) as { result_code?: string };
    } catch {
      // Retries after a lost answer: the mistake this client represents.
    }
  return undefined;
}

const sha256Hex = (text: string) => createHash("sha256").update(text).digest("hex");
