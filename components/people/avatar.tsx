import { initials } from "#components/layout/session/user-block.tsx";
import { cx } from "#components/ui/cx.ts";

/** The initials of a person, for the eye alone. */
export function Avatar({ name, large = false }: { name: string; large?: boolean }) {
  return (
    <span
      aria-hidden="true"
      className={cx(
        "grid shrink-0 place-items-center rounded-full bg-avatar font-semibold text-ink",
        large ? "size-10" : "size-7 text-12",
      )}
    >
      {initials(name)}
    </span>
  );
}
