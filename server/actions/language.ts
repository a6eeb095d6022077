"use server";

import { z } from "zod";
import { keysOf } from "#lib/keys-of.ts";
import { type Language, languages } from "#lib/language/languages.ts";
import { ok, type Result } from "#lib/result.ts";
import { keepLanguage, speakLanguage } from "#server/auth/own-language.ts";
import { db } from "#server/db/db.ts";
import { action } from "./action.ts";

const language = z.enum(keysOf(languages));

/** Keeps the language with the person, who may be setting up a second step, and speaks it in this browser. */
export async function chooseLanguage(chosen: Language): Promise<Result<null>> {
  return action({ right: "enroll", input: language, isRepeatable: true }, async (user, chosen) => {
    await keepLanguage(db(), user.id, chosen);
    await speakLanguage(chosen);
    return ok(null);
  })(chosen);
}
