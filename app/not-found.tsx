import Link from "next/link";
import { paths } from "#lib/paths.ts";

/** An address that no page has. Says nothing about who is signed in. */
export default function NotFound() {
  return (
    <main className="mx-auto grid min-h-dvh max-w-96 content-center gap-2 p-6">
      <h1 className="text-20 font-semibold">There is nothing at this address</h1>
      <p className="text-muted">Check the address, or start again from the console.</p>
      <p>
        <Link href={paths.home()} className="text-accent underline">
          Open the console
        </Link>
      </p>
    </main>
  );
}
