import { KeyRow } from "#components/layout/key-row.tsx";

const items = [
  { keys: "Esc", does: "leave a field" },
  { keys: "Alt 1 to 4", does: "tender, then type the amount" },
  { keys: "Enter", does: "next field" },
  { keys: "Ctrl Enter", does: "charge" },
  { keys: "?", does: "all keys" },
];

/** The keys of the charge form, under it. */
export function ChargeKeyRow() {
  return (
    <div className="mt-4 sm:mt-6">
      <KeyRow items={items} />
    </div>
  );
}
