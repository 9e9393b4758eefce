import type { ValueTree } from '../../forms/read.ts';

export function isGroup(value: unknown): value is ValueTree {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The group without empty values and without groups that hold nothing. */
export function pruned(group: object): ValueTree {
  const kept = Object.entries(group).flatMap(([name, value]: [string, unknown]): [string, unknown][] => {
    if (value === null || value === undefined) return [];
    if (!isGroup(value)) return [[name, value]];
    const inner = pruned(value);
    return Object.keys(inner).length > 0 ? [[name, inner]] : [];
  });
  return Object.fromEntries(kept);
}

/**
 * A group that is replaced whole: what the form says, together with what is stored and the form does not show; the same holds for the groups in it.
 * Null when the form says nothing of the group.
 *
 * @param kept the stored group; undefined when there is none
 */
export function mergedGroup(sent: ValueTree, kept: unknown): ValueTree | null {
  const said = pruned(sent);
  if (Object.keys(said).length === 0) return null;
  const unsaid = isGroup(kept) ? Object.entries(kept) : [];
  // A stored null that the form leaves empty stays null.
  const unshown = unsaid.filter(([name, value]) => !(name in sent) || (value === null && sent[name] === null));
  const inner = Object.entries(said).map(([name, value]): [string, unknown] => {
    const own = sent[name];
    return [name, isGroup(own) && isGroup(kept) && isGroup(kept[name]) ? mergedGroup(own, kept[name]) : value];
  });
  return { ...Object.fromEntries(unshown), ...Object.fromEntries(inner) };
}
