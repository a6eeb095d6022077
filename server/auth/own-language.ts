import type { Kysely } from "kysely";
import { cookies } from "next/headers";
import { isLanguage, type Language, personLanguageCookie } from "#lib/language/languages.ts";
import type { Database } from "#server/db/database.ts";
import { env } from "#server/env.ts";

/** Keeps the language that a person chose for every browser they sign in at. */
export async function keepLanguage(db: Kysely<Database>, userId: string, language: Language): Promise<void> {
  await db.updateTable("users").set({ language }).where("id", "=", userId).execute();
}

/** The language a person chose; undefined when they never did, or when this version doesn't have it. */
export async function findLanguage(db: Kysely<Database>, userId: string): Promise<Language | undefined> {
  const row = await db.selectFrom("users").select("language").where("id", "=", userId).executeTakeFirst();
  const chosen = row?.language ?? undefined;
  return isLanguage(chosen) ? chosen : undefined;
}

/** Makes the pages of this browser speak the language of the person at it; undefined: the browser's own. */
export async function speakLanguage(language: Language | undefined): Promise<void> {
  const secure = env().consoleOrigin.startsWith("https:");
  // Not for the server alone: a choice on the sign-in page, which has no person, removes it.
  const options = { sameSite: "lax", path: "/", secure } as const;
  (await cookies()).set(personLanguageCookie, language ?? "", { ...options, maxAge: language ? YEAR : 0 });
}

const YEAR = 365 * 24 * 60 * 60;
