/** A copy of the value with something else at a path (`items[0].quantity`); undefined removes it. */
export function replaced(value: unknown, path: string, other: unknown): unknown {
  const copy: unknown = structuredClone(value);
  const keys = path.split(/[.[\]]+/).filter(Boolean);
  const last = keys.pop() ?? '';
  let place = copy;
  for (const name of keys) {
    if (!isContainer(place)) throw new TypeError(`nothing at ${name} of ${path}`);
    place = isContainer(place[name]) ? place[name] : (place[name] = {});
  }
  if (isContainer(place)) place[last] = other;
  return copy;
}

function isContainer(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
