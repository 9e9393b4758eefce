import { SaxesParser } from 'saxes';
import type { Element } from './element.ts';

type Growing = Element & { children: Growing[]; declares: string[]; attributes: Record<string, string> };

const deepest = 64;
const xmlns = 'http://www.w3.org/2000/xmlns/';

/**
 * Reads a whole XML text into elements.
 *
 * @throws when the text is not well-formed, has a DTD (only an attacker sends one), or nests deeper than 64.
 */
export function readXml(source: string): Element {
  const parser = new SaxesParser({ xmlns: true });
  const document = growing({ name: '', prefix: '', namespace: '', start: 0 });
  const open = [document];
  const innermost = (): Growing => open.at(-1) ?? document;

  parser.on('doctype', () => refuse('DTD nao permitida'));
  parser.on('error', (error) => refuse(error.message));
  parser.on('opentag', (tag) => {
    if (open.length > deepest) refuse('elementos em profundidade excessiva');
    const start = source.lastIndexOf('<', parser.position - 1);
    const element = growing({ name: tag.local, prefix: tag.prefix, namespace: tag.uri, start });
    for (const attribute of Object.values(tag.attributes)) {
      if (attribute.uri === xmlns) element.declares.push(attribute.prefix === '' ? '' : attribute.local);
      else element.attributes[attribute.name] = attribute.value;
    }
    innermost().children.push(element);
    open.push(element);
  });
  parser.on('closetag', () => {
    const closed = open.pop();
    if (closed) closed.end = parser.position;
  });
  const append = (text: string): void => {
    innermost().text += text;
  };
  parser.on('text', append);
  parser.on('cdata', append);
  parser.write(source).close();

  const root = document.children[0];
  return root ?? refuse('documento vazio');
}

function growing(of: { name: string; prefix: string; namespace: string; start: number }): Growing {
  return { ...of, attributes: {}, declares: [], children: [], text: '', end: of.start };
}

function refuse(why: string): never {
  throw new Error(why);
}
