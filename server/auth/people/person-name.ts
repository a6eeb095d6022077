import { z } from "zod";
import { plainName, plainNameProblem } from "#lib/forms/plain-name.ts";
import { longestName } from "#lib/people/person.ts";

/** A person's name as somebody typed it. `missing`: what an empty one is refused with. */
export const personName = (missing: string) =>
  z
    .string()
    .transform(plainName)
    .pipe(z.string().min(1, missing).max(longestName, `${longestName} characters at most.`))
    .superRefine((name, context) => {
      const message = plainNameProblem(name);
      if (message) context.addIssue({ code: "custom", message });
    });
