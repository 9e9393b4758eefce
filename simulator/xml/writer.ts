import { create } from 'xmlbuilder2';

/** What stands in an element: elements by their names, attributes as `@name`, text as `#`. What is undefined is left out. */
export type Content = { readonly [name: string]: string | number | undefined | Content };

type Builder = ReturnType<typeof create>;

/**
 * One element as text, without white space between tags. `inside` is XML that comes last in it exactly as it is: documents
 * as they were received, answers as they were registered.
 */
export function writeElement(name: string, content: Content, inside = ''): string {
  const element = fill(create().ele(name), content);
  const written = element.toString({ allowEmptyTags: true });
  const end = `</${name}>`;
  return `${written.slice(0, -end.length)}${inside}${end}`;
}

function fill(element: Builder, content: Content): Builder {
  for (const [name, value] of Object.entries(content)) {
    if (value === undefined) continue;
    if (typeof value === 'object') fill(element.ele(name), value);
    else if (name === '#') element.txt(escaped(value));
    else if (name.startsWith('@')) element.att(name.slice(1), escaped(value));
    else element.ele(name).txt(escaped(value));
  }
  return element;
}

/** The library escapes an ampersand unless it looks like an entity: here none is, so they come escaped. */
function escaped(value: string | number): string {
  return String(value).replaceAll('&', '&amp;');
}
