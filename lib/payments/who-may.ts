import { listOf } from "#lib/format/list.ts";
import { type Right, rights } from "#lib/permissions.ts";
import { withArticle } from "#lib/role-labels.ts";

/** Who has the right, for a sentence: "a manager or an admin". */
export const whoMay = (right: Right): string => listOf(rights[right].map(withArticle), "disjunction");
