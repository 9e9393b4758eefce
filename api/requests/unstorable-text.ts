// eslint does not let a control character stand in a pattern by accident; these are the ones meant.
const controls = new RegExp('[\\u0000-\\u0008\\u000b\\u000c\\u000e-\\u001f\\ufffe\\uffff]');

/**
 * Path of the first text in a body that neither XML nor PostgreSQL can hold (control characters, half of a surrogate pair); null when there is
 * none. Walks without recursion, because a hostile body may be deep.
 */
export function unstorableText(body: unknown): string | null {
  const waiting: { path: string; value: unknown }[] = [{ path: '', value: body }];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { path, value } = next;
    if (typeof value === 'string' && isUnstorable(value)) return path;
    if (typeof value !== 'object' || value === null) continue;
    for (const [key, inner] of Object.entries(value)) {
      waiting.push({ path: Array.isArray(value) ? `${path}[${key}]` : joined(path, key), value: inner });
    }
  }
  return null;
}

function isUnstorable(text: string): boolean {
  return controls.test(text) || !text.isWellFormed();
}

function joined(path: string, key: string): string {
  return path === '' ? key : `${path}.${key}`;
}
