import { create } from 'xmlbuilder2';

/** The content of an element: elements by their names, attributes as `@name`, text as `#`. Undefined values are left out. */
export type Content = { readonly [name: string]: string | number | undefined | Content };

type Builder = ReturnType<typeof create>;

/**
 * One element as text, without white space between tags. `inside` is XML that is appended to its content unchanged:
 * documents as they were received, answers as they were registered.
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

/** The library does not escape an ampersand that looks like an entity; no entities come here, so we escape all. */
function escaped(value: string | number): string {
  return String(value).replaceAll('&', '&amp;');
}
