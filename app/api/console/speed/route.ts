import { z } from "zod";
import { speedBuckets } from "#lib/speed.ts";
import { readBody } from "#server/read-body.ts";
import { guarded, route } from "#server/route.ts";
import { readSpeeds, recordSpeed } from "#server/speed/page-speeds.ts";
import { workstation } from "#server/speed/workstation.ts";

/** How fast the console was at each workstation in the last seven days. */
export const GET = route({ right: "viewGateway" }, async () => readSpeeds(await workstation()));

/** More than anyone types between two uploads. */
const counts = z.array(z.number().int().min(0).max(20_000)).length(speedBuckets);
const upload = z.strictObject({ key: counts, result: counts });

/** How long the user of this workstation waited since the last upload. Sent only after keys and presses, at most once a minute. */
export const POST = route({ right: "signedIn", isWrite: true }, async ({ request }) => {
  const speed = await readBody(request, upload, 2048);
  const name = await workstation();
  if (name) await recordSpeed(name, speed);
  return guarded(new Response(null, { status: 204 }));
});
