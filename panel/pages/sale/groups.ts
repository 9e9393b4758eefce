import type { Sent } from '../../forms/read.ts';

export function isGroup(value: unknown): value is Sent {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Without what is empty, and groups of which nothing is left. */
export function pruned(group: object): Sent {
  const kept = Object.entries(group).flatMap(([name, value]: [string, unknown]): [string, unknown][] => {
    if (value === null || value === undefined) return [];
    if (!isGroup(value)) return [[name, value]];
    const inner = pruned(value);
    return Object.keys(inner).length > 0 ? [[name, inner]] : [];
  });
  return Object.fromEntries(kept);
}

/**
 * What is kept of a group that is replaced whole, with what the form says of the part that it shows, and so of the groups in it: where it says nothing,
 * nothing is left of the group, and null is returned.
 *
 * @param kept the group as it is kept; undefined where there is none
 */
export function regrouped(sent: Sent, kept: unknown): Sent | null {
  const said = pruned(sent);
  if (Object.keys(said).length === 0) return null;
  const unsaid = isGroup(kept) ? Object.entries(kept) : [];
  // What was said to be nothing is as empty as before.
  const unshown = unsaid.filter(([name, value]) => !(name in sent) || (value === null && sent[name] === null));
  const inner = Object.entries(said).map(([name, value]): [string, unknown] => {
    const own = sent[name];
    return [name, isGroup(own) && isGroup(kept) && isGroup(kept[name]) ? regrouped(own, kept[name]) : value];
  });
  return { ...Object.fromEntries(unshown), ...Object.fromEntries(inner) };
}
