import type { Answer, Listed, Page } from "./context.ts";

/** As many as the contract's sandbox gives at most; a gateway that gives fewer is paged all the same. */
const pageSize = 1000;

export type ReadPage<Item> = {
  items: Item[];
  /** Index of the first item behind this page. */
  next: number;
  /** No item is behind this page. */
  isLast: boolean;
};

/** One page of a list, and whether it is the last. */
export async function readPage<Item>(
  read: (page: Page) => Promise<Answer<Listed<Item>>>,
  offset: number,
  size = pageSize,
): Promise<Answer<ReadPage<Item>>> {
  const answer = await read({ limit: size, offset });
  if (answer.kind !== "answered") return answer;
  const { data, limit = size, total } = answer.value;
  const next = offset + data.length;
  const isShort = data.length < Math.min(limit, size);
  const isLast = data.length === 0 || (total === undefined ? isShort : next >= total);
  return { kind: "answered", value: { items: data, next, isLast } };
}
