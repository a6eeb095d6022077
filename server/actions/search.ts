"use server";

import { z } from "zod";
import { noCardNumber } from "#lib/card-data/card-detector.ts";
import { may } from "#lib/permissions.ts";
import { ok, type Result, refuse } from "#lib/result.ts";
import { parse } from "#lib/search/parse.ts";
import { print } from "#lib/search/print.ts";
import { longestViewName } from "#lib/search/saved-view.ts";
import { deleteView, isViewRole, maxViews, saveView } from "#server/books/search/saved-views.ts";
import { action } from "./action.ts";

const viewForm = z.object({
  name: z
    .string()
    .trim()
    .min(1, "Enter a name.")
    .max(longestViewName, `Use at most ${longestViewName} characters.`)
    .refine(...noCardNumber),
  query: z.string().max(2000),
  role: z.string().max(64).nullable(),
});

/** Keeps a search under a name, for the person or for a role too. */
export async function keepView(values: z.input<typeof viewForm>): Promise<Result<null>> {
  return action({ right: "viewTransactions", input: viewForm, isRepeatable: true }, async (user, form) => {
    if (form.role && !may(user.role, "shareViews")) return refuse("You may not share a saved search.");
    if (form.role && !(await isViewRole(form.role))) return refuse(noSuchRoleText, { role: noSuchRoleText });
    const { query, problems, holdsCard } = parse(form.query);
    if (holdsCard || problems.length > 0) return refuse("Correct the search before you save it.");
    if (!(await saveView(user, { ...form, query: print(query) })))
      return refuse(`You have ${maxViews} saved searches, which is the most. Delete one first.`);
    return ok(null);
  })(values);
}

/** Deletes a saved search of the person's own. */
export async function removeView(values: { id: string }): Promise<Result<null>> {
  const input = z.object({ id: z.string().min(1).max(64) });
  return action({ right: "viewTransactions", input, isRepeatable: true }, async (user, { id }) =>
    (await deleteView(user, id))
      ? ok(null)
      : refuse("This saved search is not yours, or it was deleted already."),
  )(values);
}

const noSuchRoleText = "This role was deleted or can no longer search. Choose another one.";
