/** What a patch makes of a form: groups are merged, everything else is replaced. */
export function mergeForm(form: Record<string, unknown>, patch: Record<string, unknown>): Record<string, unknown> {
  const merged = { ...form };
  for (const [name, value] of Object.entries(patch)) {
    if (value === undefined) continue;
    const present = merged[name];
    merged[name] = isGroup(present) && isGroup(value) ? mergeForm(present, value) : value;
  }
  return merged;
}

function isGroup(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
