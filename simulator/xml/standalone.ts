import type { Element } from './element.ts';

/** One element as a text of its own, exactly as written, with its namespace declared on it when an ancestor did that. */
export function standalone(source: string, element: Element): string {
  const written = source.slice(element.start, element.end);
  if (element.declares.includes('')) return written;
  return written.replace(/^<[^\s/>]+/, (tag) => `${tag} xmlns="${element.namespace}"`);
}
