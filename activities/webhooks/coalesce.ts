/**
 * Merges calls that come at the same time: while `run` works, new items wait, and then go together. So each caller's run begins after its
 * call, and there is never more than one at a time.
 *
 * @returns a function of one item, which settles with the run of its item
 */
export function coalesce<Item, Result>(run: (items: Item[]) => Promise<Result>): (item: Item) => Promise<Result> {
  let gathering: { items: Item[]; result: Promise<Result> } | null = null;
  let last: Promise<unknown> = Promise.resolve();
  return (item) => {
    if (gathering) {
      gathering.items.push(item);
      return gathering.result;
    }
    const items = [item];
    const result = last.then(() => {
      gathering = null;
      return run(items);
    });
    gathering = { items, result };
    last = result.catch(() => {}); // the callers get the error
    return result;
  };
}
