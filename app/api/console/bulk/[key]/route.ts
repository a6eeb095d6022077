import { readGroup } from "#server/bulk/groups.ts";
import { route } from "#server/route.ts";

export const GET = route<{ key: string }>({ right: "viewBulk" }, ({ params }) => readGroup(params.key));
