import type { ComputedNote } from '../../domain/documents/computed-note.ts';
import type { XmlElement } from '../../domain/xml/reader.ts';
import { computedItem, computedNote } from '../../tests/support/samples/notes.ts';

/** The note that every contestant builds: ten items with ICMS, PIS, COFINS, IBS and CBS. */
export const tenItems: ComputedNote = computedNote({
  items: Array.from({ length: 10 }, (_, place) =>
    computedItem({ number: place + 1, description: `Pão de queijo congelado, pacote de ${place + 1} kg` }),
  ),
});

type Tree = string | { [name: string]: Tree | Tree[] };

/** The same note as the plain objects that the rival takes; repeated elements become an array. */
export function asObjects(element: XmlElement): Tree {
  if (element.children.length === 0) return element.text;
  const names = [...new Set(element.children.map(({ name }) => name))];
  return Object.fromEntries(
    names.map((name) => {
      const [first, ...more] = element.children.filter((child) => child.name === name).map(asObjects);
      return [name, more.length === 0 && first !== undefined ? first : [first ?? '', ...more]];
    }),
  );
}
