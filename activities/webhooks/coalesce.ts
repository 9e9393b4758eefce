/**
 * Makes calls that come at the same time into one: while `run` works, what arrives waits, and then goes together. So each caller's run began
 * after its call, and there is never more than one at a time.
 *
 * @returns a function of one item, which settles as the run that its item was in
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
    last = result.catch(() => {}); // who called is told
    return result;
  };
}
