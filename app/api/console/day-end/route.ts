import { readDayEnd } from "#server/books/day-end/day-end.ts";
import { route } from "#server/route.ts";

/** What is left to do before the day is signed, its figures and signatures. Costs the gateway nothing. */
export const GET = route({ right: "signDay" }, ({ query }) => readDayEnd(query.get("day") ?? undefined));
