import { catalogScript } from "#server/language/catalog-script.ts";

/** The texts of a language, as the script that a page in it begins with. Public: the sign-in page needs it. */
export async function GET(
  _: Request,
  { params }: { params: Promise<{ language: string }> },
): Promise<Response> {
  const script = catalogScript((await params).language);
  if (!script) return new Response(null, { status: 404 });
  return new Response(script.text, {
    headers: {
      "content-type": "text/javascript; charset=utf-8",
      "cache-control": "public, max-age=31536000, immutable",
      "x-content-type-options": "nosniff",
    },
  });
}
