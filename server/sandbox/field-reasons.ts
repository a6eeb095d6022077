import type { z } from "zod";

/** What is wrong with which field: `{"creditcard.number": "is required"}`. The values themselves are never repeated. */
export function reasonsOf(error: z.ZodError, input: unknown): Record<string, string> {
  const reasons: Record<string, string> = {};
  for (const issue of error.issues.flatMap(leaves)) {
    const path = issue.path.map(String).join(".") || "body";
    reasons[path] ??= reasonOf(issue, input);
  }
  return reasons;
}

/** The branch of a union that got furthest says best what is wrong. */
function leaves(issue: z.core.$ZodIssue): z.core.$ZodIssue[] {
  if (issue.code !== "invalid_union" || ownMessage(issue)) return [issue];
  const branches = issue.errors.map((branch) =>
    branch.map((inner) => ({ ...inner, path: [...issue.path, ...inner.path] })).flatMap(leaves),
  );
  const deepest = (branch: z.core.$ZodIssue[]) => Math.max(0, ...branch.map(({ path }) => path.length));
  return branches.sort((a, b) => deepest(b) - deepest(a))[0] ?? [issue];
}

/** The contract's own words win; zod's are in a developer's language. */
const ownMessage = (issue: z.core.$ZodIssue) => issue.message !== "" && !/^Invalid input/.test(issue.message);

function reasonOf(issue: z.core.$ZodIssue, input: unknown): string {
  if (issue.code === "custom") return issue.message;
  const value = issue.path.reduce<unknown>(
    (found, step) => (typeof found === "object" && found !== null ? Reflect.get(found, step) : undefined),
    input,
  );
  if (value === undefined || value === null) return "is required";
  return ownMessage(issue) && /^(must|keys|is)\b/.test(issue.message)
    ? issue.message
    : "is of the wrong form";
}
