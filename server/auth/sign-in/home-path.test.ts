import { expect, test } from "vitest";
import { navFor } from "#components/layout/navigation/nav.ts";
import { withNeeded } from "#lib/people/right-groups.ts";
import { customRights, type Role } from "#lib/permissions.ts";
import { homePath } from "./home-path.ts";

test("a role with one right starts with a page that it sees in the navigation, if there is one", () => {
  const elsewhere = customRights.filter((right) => {
    const role: Role = {
      ...{ id: "role", name: "One right", limits: {}, needsSecondStep: false },
      rights: withNeeded(right),
    };
    const pages = navFor({ role }).map(({ href }) => href);
    return pages.length > 0 && !pages.includes(homePath(role));
  });
  expect(elsewhere).toEqual([]);
});
