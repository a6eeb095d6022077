import "server-only";
import { cookies, headers } from "next/headers";
import { record } from "#server/audit/record.ts";
import { db } from "#server/db/db.ts";
import { findSecondSteps, type SecondSteps } from "../factors/second-factor.ts";
import { findLanguage, speakLanguage } from "../own-language.ts";
import { toDevice } from "../session/device.ts";
import { cookie, readSessionId } from "../session/session-cookie.ts";
import { beginSession, revokeSession } from "../session/sessions.ts";
import { beginCodeStep, CODE_STEP_MS, findStepUser } from "./code-step.ts";
import { findKnownBrowser, KNOWN_BROWSER_MS, newBrowserId, rememberBrowser } from "./known-browsers.ts";
import type { TryOrigin } from "./sign-in.ts";

export type Begun = { kind: "begun"; sessionId: string };

/** What a user signed in with, as the audit log has it. */
type Method = "Password" | "Password and code" | "Passkey" | "OpenID Connect";

/** After a right password, or a provider that asks for no second step: the browser holds what the second step belongs to. */
export async function askForSecondStep(userId: string): Promise<SecondSteps> {
  const { name, options } = cookie("step");
  const step = await beginCodeStep(db(), userId);
  (await cookies()).set(name, step, { ...options, maxAge: CODE_STEP_MS / 1000 });
  return (await findSecondSteps(db(), userId)) ?? { app: true, passkey: false };
}

/** What can follow in a browser that holds the first step of a sign-in. */
export async function findBegunSteps(): Promise<SecondSteps | undefined> {
  const step = (await cookies()).get(cookie("step").name)?.value;
  const user = step ? await findStepUser(db(), step) : undefined;
  return user && findSecondSteps(db(), user.id);
}

/**
 * Begins the session in place of the browser's last one, in its user's language, from a browser that is known for its user from
 * now on.
 */
export async function begin(
  userId: string,
  { address, browser = newBrowserId() }: TryOrigin,
  method: Method,
  more: Pick<Parameters<typeof beginSession>[3] & object, "hasSecondStep" | "isUnproved" | "isLocked"> = {},
): Promise<Begun> {
  const jar = await cookies();
  const last = await readSessionId(jar.get(cookie("session").name)?.value);
  if (last) await revokeSession(db(), last);
  const device = toDevice((await headers()).get("user-agent"));
  const sessionId = await db()
    .transaction()
    .execute(async (store) => {
      const newBrowser = (await findKnownBrowser(store, browser, userId)) === undefined;
      await rememberBrowser(store, browser, userId, Date.now());
      const sessionId = await beginSession(store, userId, Date.now(), { address, device, ...more });
      const by = await store
        .selectFrom("users")
        .select(["id", "name"])
        .where("id", "=", userId)
        .executeTakeFirstOrThrow();
      const fields = { ...(address && { address }), newBrowser, method };
      await record(store, { name: "session.started", by, subject: userId, fields });
      return sessionId;
    });
  const { name, options } = cookie("browser");
  jar.set(name, browser, { ...options, maxAge: KNOWN_BROWSER_MS / 1000 });
  await speakLanguage(await findLanguage(db(), userId));
  const step = cookie("step");
  jar.set(step.name, "", { ...step.options, maxAge: 0 });
  return { kind: "begun", sessionId };
}

/** Where a sign-in comes from; the client's address is as set by client-address.ts. */
export async function originOf(headers: Record<string, unknown> | undefined): Promise<TryOrigin> {
  const address = headers?.["x-forwarded-for"];
  return {
    address: typeof address === "string" ? address : undefined,
    browser: (await cookies()).get(cookie("browser").name)?.value,
  };
}
