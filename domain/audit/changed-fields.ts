/** The paths (`address.city`) of the fields that differ between two forms of the same thing. Null counts as absent, and a list as one field. */
export function changedFields(before: object, after: object): string[] {
  const [old, now] = [leaves(before), leaves(after)];
  return [...new Set([...old.keys(), ...now.keys()])].filter((path) => old.get(path) !== now.get(path)).sort();
}

function leaves(form: object, under = ''): Map<string, string> {
  const found = new Map<string, string>();
  for (const [name, value] of Object.entries(form) as [string, unknown][]) {
    if (value === null || value === undefined) continue;
    const isGroup = typeof value === 'object' && !Array.isArray(value);
    for (const [path, leaf] of isGroup
      ? leaves(value, `${under}${name}.`)
      : [[`${under}${name}`, JSON.stringify(value)] as const]) {
      found.set(path, leaf);
    }
  }
  return found;
}
