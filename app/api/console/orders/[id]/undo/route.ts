import { chosenDrawer } from "#server/books/drawer/chosen-drawer.ts";
import { planUndo } from "#server/payments/orders/plan-undo.ts";
import { refusal, route } from "#server/route.ts";

/** How each part of an order would be undone. Costs a request of the shared limit for each. */
export const GET = route<{ id: string }>(
  { right: "charge", keepsSessionAlive: true },
  async ({ user, params }) => {
    const plan = await planUndo({ ...user, drawer: await chosenDrawer() }, params.id);
    return plan.ok ? plan.value : refusal(404, plan.problem);
  },
);
