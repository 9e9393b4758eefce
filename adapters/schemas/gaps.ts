import { XmlElement } from 'libxml2-wasm';
import type { FamilyWords } from './family-words.ts';

/** Marks an element that stands for a missing one, and says the names that would fill the gap. */
const marker = 'falta';

/**
 * Puts a marked element where the validator says that one is missing.
 *
 * @returns whether there was a gap to fill
 */
export function fillGap(element: XmlElement, message: string, words: FamilyWords): boolean {
  const expected = [...message.matchAll(/\{[^}]*\}(\w+)/g)].map(([, name]) => name ?? '').slice(1);
  const required = expected.at(-1);
  if (required === undefined || placeholderOf(element)) return false;
  const placeholder = placeIn(element, message, required);
  placeholder?.setAttr(marker, namesOf(expected, required, words));
  return placeholder !== null;
}

/** The marked element that this one is or is in, with the names of what is missing. */
export function placeholderOf(element: XmlElement): { element: XmlElement; names: string } | null {
  const marked = element.get(`ancestor-or-self::*[@${marker}]`);
  if (!(marked instanceof XmlElement)) return null;
  return { element: marked, names: marked.get(`@${marker}`)?.content ?? marked.name };
}

function placeIn(element: XmlElement, message: string, name: string): XmlElement | null {
  if (message.includes('Missing child element(s).')) return element.addElement(name);
  // Where the expected element comes later, nothing is missing: this element is out of place.
  const isElsewhere = element.get(`../*[local-name() = "${name}"]`) !== null;
  return isElsewhere || !message.includes('This element is not expected.') ? null : element.prependElement(name);
}

/** Optional elements come before the required one: the last name is the missing one, or the last of a choice. */
function namesOf(expected: string[], required: string, { choices }: FamilyWords): string {
  const wanted = choices.filter((names) => names.includes(required)).flat();
  if (wanted.length === 0) return required;
  return expected
    .filter((name) => wanted.includes(name))
    .join(', ')
    .replace(/, (\w+)$/, ' ou $1');
}
