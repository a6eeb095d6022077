import fc from "fast-check";
import { expect, it } from "vitest";
import { randomRuns } from "#lib/random-tests.ts";
import { type Access, mayGrant, rightsBeyond } from "./people/grants.ts";
import { dependingOn, rightGroups, withNeeded } from "./people/right-groups.ts";
import { rightsOf, roleNameProblem, toRoleForm } from "./people/role-form.ts";
import {
  allRights,
  type CustomRole,
  customRights,
  type MoneyLimit,
  may,
  type RoleLimits,
  roles,
} from "./permissions.ts";

const custom = (rights: CustomRole["rights"], limits: RoleLimits = {}): Access => ({
  role: { id: "r1", name: "Senior clerk", rights, limits, needsSecondStep: false },
  limits,
});

it("an auditor may read the audit log and nothing else", () => {
  expect(rightsOf({ role: "auditor" })).toEqual(["viewAudit"]);
});

it("no user may grant a right that they lack", () => {
  for (const role of roles)
    for (const granted of roles) {
      const lacked = allRights.filter((right) => may(granted, right) && !may(role, right));
      expect([role, granted, rightsBeyond({ role }, { role: granted })]).toEqual([role, granted, lacked]);
    }
  expect(roles.every((role) => mayGrant({ role: "admin" }, { role }))).toBe(true);
  expect(mayGrant({ role: "bookkeeper" }, { role: "auditor" })).toBe(false);
});

it("no user may grant a limit above their own, per transaction or per day", () => {
  const own = custom(["refund", "void"], { refund: { transactionCents: 100, dayCents: 300 } });
  const granting = (refund: MoneyLimit) => mayGrant(own, custom(["refund"], { refund }));
  expect(granting({ transactionCents: 100, dayCents: 300 })).toBe(true);
  expect(granting({ transactionCents: 99, dayCents: 0 })).toBe(true);
  expect(granting({ transactionCents: 101, dayCents: 300 })).toBe(false);
  expect(granting({ transactionCents: 100, dayCents: 301 })).toBe(false);
  // A limit that is left out limits nothing.
  expect(granting({ transactionCents: 100 })).toBe(false);
  expect(granting({ dayCents: 300 })).toBe(false);
  expect(mayGrant(own, custom(["refund"]))).toBe(false);
  expect(mayGrant(own, custom(["void"]))).toBe(true);
  // A limit of the settings gives a built-in role a right, which then has to be within one's own too.
  expect(mayGrant(own, { role: "auditor", limits: { refund: { transactionCents: 1 } } })).toBe(false);
});

it("no chain of grants gives more than the first who grants may do", () => {
  const cents = fc.option(fc.integer({ min: 0, max: 3 }), { nil: undefined });
  const limit = fc.record({ transactionCents: cents, dayCents: cents });
  const some = fc.subarray(["refund", "void", "export"] as const);
  const access = fc.tuple(some, limit, limit).map(([rights, refund, voiding]) => {
    const form = { name: "x", rights, limits: { refund, void: voiding }, needsSecondStep: false };
    const { limits, ...made } = toRoleForm(form);
    return custom(made.rights, limits);
  });
  fc.assert(
    fc.property(access, access, access, (first, second, third) => {
      if (!mayGrant(first, second) || !mayGrant(second, third)) return;
      expect(rightsBeyond(first, third)).toEqual([]);
    }),
    { numRuns: randomRuns(5000) },
  );
});

it("every right that a custom role may have is in one group of the editor", () => {
  expect(rightGroups.flatMap(({ rights }): string[] => [...rights]).sort()).toEqual([...customRights].sort());
});

it("every built-in role has all that its rights need", () => {
  for (const role of roles)
    for (const right of rightsOf({ role }))
      expect([role, right, withNeeded(right).filter((one) => !may(role, one))]).toEqual([role, right, []]);
});

it("choosing a right adds what it needs, and the chosen rights that depend on one are known", () => {
  expect(toRoleForm({ name: " Night ", rights: ["refund"], limits: {}, needsSecondStep: false })).toEqual({
    name: "Night",
    rights: ["refund", "viewTransactions"],
    limits: {},
    needsSecondStep: false,
  });
  expect(dependingOn("viewBatches", ["refund", "closeBatch", "signDay", "viewBatches"])).toEqual([
    "closeBatch",
    "signDay",
  ]);
});

it("a role keeps limits of its own rights only, and none without an amount", () => {
  const limits = { refund: { transactionCents: 5, dayCents: undefined }, void: {}, charge: { dayCents: 1 } };
  expect(
    toRoleForm({ name: "x", rights: ["refund", "void"], limits, needsSecondStep: false }).limits,
  ).toEqual({
    refund: { transactionCents: 5 },
  });
});

it.each([
  ["", "Enter a name."],
  [" Clerk ", "A built-in role has this name."],
  ["x".repeat(41), "Use at most 40 characters."],
])("%j is refused as the name of a role", (name, problem) => {
  expect(roleNameProblem(name)).toBe(problem);
});
