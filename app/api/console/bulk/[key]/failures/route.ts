import { writeFailures } from "#server/bulk/results/failures.ts";
import { route } from "#server/route.ts";

/** The failed rows with their reasons, as a file that can be fixed and sent again. */
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
