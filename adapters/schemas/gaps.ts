import { XmlElement } from 'libxml2-wasm';

/** Marks an element that stands for a missing one, and says the names that would fill the gap. */
const marker = 'falta';
const alternatives = ['CNPJ', 'CPF', 'idEstrangeiro'];

/**
 * Puts a marked element where the validator says that one is missing.
 *
 * @returns whether there was a gap to fill
 */
export function fillGap(element: XmlElement, message: string): boolean {
  const expected = [...message.matchAll(/\{[^}]*\}(\w+)/g)].map(([, name]) => name ?? '').slice(1);
  const required = expected.at(-1);
  if (required === undefined || placeholderOf(element)) return false;
  const placeholder = placeIn(element, message, required);
  placeholder?.setAttr(marker, namesOf(expected, required));
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
function namesOf(expected: string[], required: string): string {
  if (!alternatives.includes(required)) return required;
  const choices = expected.filter((name) => alternatives.includes(name));
  return choices.join(', ').replace(/, (\w+)$/, ' ou $1');
}
