import { writeFailures } from "#server/bulk/failures.ts";
import { route } from "#server/route.ts";

/** What failed and why, as a file that can be mended and sent again. */
export const GET = route<{ key: string }>({ right: "viewBulk" }, ({ params }) => {
  const name = `failed-${params.key.replace(/[^a-z0-9-]/gi, "")}.csv`;
  return Promise.resolve(
    new Response(writeFailures(params.key), {
      headers: {
        "content-type": "text/csv; charset=utf-8",
        "content-disposition": `attachment; filename="${name}"`,
      },
    }),
  );
});
