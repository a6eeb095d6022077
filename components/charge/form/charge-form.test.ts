import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { type ComponentProps, createElement } from "react";
import { prerender } from "react-dom/static";
import { type FieldErrors, FormProvider, useForm } from "react-hook-form";
import { expect, test, vi } from "vitest";
import { withMerchant } from "#components/layout/test-merchant.ts";
import { type CustomField, customNumbers } from "#lib/charge/fields/custom-fields.ts";
import { type ChargeValues, emptyCharge, fieldList, isOffered, tenders } from "#lib/charge/fields/values.ts";
import { type ChargeKind, chargeKindNames, kindIn } from "#lib/charge/kinds.ts";
import { may, type Role, roles } from "#lib/permissions.ts";
import { ChargeForm } from "./charge-form.tsx";

/** The form as it is once it can be used. */
vi.mock("#components/ui/until-ready.tsx", async (load) => ({
  ...(await load<object>()),
  useReady: () => true,
}));

/** The form with each of its fields refused, so that every section is open. */
function Refused({
  tender,
  kind,
  problem,
}: Pick<ChargeValues, "tender" | "kind"> & { problem?: string | undefined }) {
  const values = emptyCharge("form-number-000000000001");
  const errors: Record<string, Record<string, object>> = {};
  for (const { group, key, name } of fieldList)
    errors[group] = { ...errors[group], [key]: { type: "custom", message: `${name} is wrong` } };
  if (problem) errors.completes = { root: { type: "custom", message: problem } };
  const form = useForm<ChargeValues>({
    defaultValues: {
      ...values,
      tender,
      kind,
      itemized: true,
      shipping: { ...values.shipping, city: "Chicago" },
    },
    errors: errors as FieldErrors<ChargeValues>, // one for each field
  });
  const noop = () => {};
  const props: ComponentProps<typeof ChargeForm> = {
    focusOn: "amount",
    pending: false,
    problem,
    openSections: [],
    onSubmit: noop,
    onClear: noop,
    onStartNew: noop,
  };
  return createElement(
    FormProvider<ChargeValues>,
    // biome-ignore lint/correctness/noChildrenProp: its type asks for it here too.
    { ...form, children: null },
    createElement(ChargeForm, props),
  );
}

const customFields = Object.fromEntries(
  customNumbers.map((number): [string, CustomField] => [
    number,
    { name: `Custom field ${number}`, type: "text" },
  ]),
);

const asked = tenders.flatMap((tender) =>
  chargeKindNames.filter((kind) => kindIn({ kind, tender }) === kind).map((kind) => ({ tender, kind })),
);

/** With the parts that are loaded on demand. */
async function pageOf(
  tender: ChargeValues["tender"],
  role: Role = "manager",
  problem?: string,
  kind: ChargeKind = "now",
): Promise<string> {
  const client = new QueryClient();
  const { prelude } = await prerender(
    createElement(
      QueryClientProvider,
      { client },
      withMerchant(createElement(Refused, { tender, kind, problem }), { role, customFields }),
    ),
  );
  return new Response(prelude).text();
}

test.each(asked)(
  "every field of $kind by $tender is shown with its label and its refusal, no other",
  async ({ tender, kind }) => {
    const page = await pageOf(tender, "manager", undefined, kind);
    for (const field of fieldList) {
      const isShown = page.includes(`${field.name} is wrong`);
      expect(isShown, field.name).toBe(isOffered(field, { tender, kind }));
      if (isShown) expect(page).toContain(field.label);
    }
  },
);

test("a rest that is no longer due has its next step beside the refusal", async () => {
  const problem = "The approved part of that payment was undone. Nothing was sent.";
  expect(await pageOf("cash", "clerk", problem)).toContain(problem);
  expect(await pageOf("cash", "clerk", problem)).toContain("Start a new payment");
  expect(await pageOf("cash", "clerk")).not.toContain("Start a new payment");
});

test("a field that needs a right is shown only to those who have it", async () => {
  for (const role of roles) {
    const page = await pageOf("card", role);
    for (const { name, right } of fieldList)
      if (right) expect(page.includes(`${name} is wrong`), `${name} for ${role}`).toBe(may(role, right));
  }
});
