/**
 * One element of a received message, by local name. `start` and `end` are offsets in the source, so that signed content
 * can be cut out exactly as it was written. `text` is everything written directly inside, white space included.
 */
export type Element = {
  name: string;
  prefix: string;
  namespace: string;
  attributes: Readonly<Record<string, string>>;
  /** Prefixes declared on this very element; the default namespace is the empty string. */
  declares: readonly string[];
  children: readonly Element[];
  text: string;
  start: number;
  end: number;
};

/** The first element at the end of a path of names, or undefined where the path breaks off. */
export function child(element: Element | undefined, ...path: readonly string[]): Element | undefined {
  let at = element;
  for (const name of path) {
    if (at === undefined) return undefined;
    at = firstNamed(at.children, name);
  }
  return at;
}

// A plain loop, because the rules call this about two thousand times for a note.
function firstNamed(elements: readonly Element[], name: string): Element | undefined {
  for (const one of elements) if (one.name === name) return one;
  return undefined;
}

/** All direct children of that name, in order. */
export function children(element: Element | undefined, name: string): Element[] {
  return element?.children.filter((c) => c.name === name) ?? [];
}

/** The text at the end of a path of names, or undefined where there is no such element. */
export function textOf(element: Element | undefined, ...path: readonly string[]): string | undefined {
  return child(element, ...path)?.text;
}

/** One element as a text of its own, exactly as written; its namespace is declared on it where an ancestor declared it. */
export function standalone(source: string, element: Element): string {
  const written = source.slice(element.start, element.end);
  if (element.declares.includes('')) return written;
  return written.replace(/^<[^\s/>]+/, (tag) => `${tag} xmlns="${element.namespace}"`);
}
