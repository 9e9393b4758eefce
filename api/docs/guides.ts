import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Marked, type Tokens } from 'marked';
import { escaped } from './escaped.ts';

/** A guide of the repository as a page, with the sections that a search finds. */
export type Guide = { name: string; title: string; html: string; sections: { id: string; title: string }[] };

/** In the order in which somebody who calls the API reads them. */
const names = [
  'api-guide',
  'webhooks',
  'contingency',
  'received',
  'offices',
  'closings',
  'taxation',
  '2027',
  'import',
  'simulator',
  'migrating',
  'operations',
  'glossary',
];
const folder = join(import.meta.dirname, '../../docs');

let written: Guide[] | undefined;

/** The guides that are here: an image may leave them out. A process writes their pages once, which takes a fifth of a second. */
export function guides(): Guide[] {
  written ??= names.flatMap((name) => {
    const file = join(folder, `${name}.md`);
    return existsSync(file) ? [guide(name, readFileSync(file, 'utf8'))] : [];
  });
  return written;
}

function guide(name: string, markdown: string): Guide {
  const sections: Guide['sections'] = [];
  let title = name;
  const marked = new Marked({
    renderer: {
      heading({ tokens, depth, text }) {
        const plain = text.replaceAll('`', '');
        const id = anchor(plain, sections);
        if (depth === 1) title = plain;
        else sections.push({ id, title: plain });
        return `<h${depth} id="${escaped(id)}">${this.parser.parseInline(tokens)}</h${depth}>\n`;
      },
      link({ href, tokens }) {
        const to = served(href);
        const text = this.parser.parseInline(tokens);
        return to === null ? text : `<a href="${escaped(to)}">${text}</a>`;
      },
      table(token) {
        return `<div class="wide">${tableOf(token, (cell) => this.parser.parseInline(cell.tokens))}</div>\n`;
      },
    },
  });
  const html = marked.parse(markdown, { async: false });
  return { name, title, html, sections };
}

/** As hosts of repositories make them, so that links within and between the guides lead where they lead there. */
function anchor(title: string, earlier: Guide['sections']): string {
  const plain = title
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replaceAll(/\s/g, '-');
  const same = earlier.filter(({ id }) => id === plain || id.replace(/-\d+$/, '') === plain).length;
  return same === 0 ? plain : `${plain}-${same}`;
}

/** Where a link of a guide leads on this server; null for a file of the repository that is not served. */
function served(href: string): string | null {
  if (/^(?:https?:|mailto:|#)/.test(href)) return href;
  const [, name = '', hash = ''] = /^(?:\.\/)?([\w-]+)\.md(#.*)?$/.exec(href) ?? [];
  return names.includes(name) ? `/docs/guides/${name}${hash}` : null;
}

function tableOf({ header, rows }: Tokens.Table, inline: (cell: Tokens.TableCell) => string): string {
  const row = (cells: Tokens.TableCell[], tag: 'th' | 'td'): string =>
    `<tr>${cells.map((cell) => `<${tag}>${inline(cell)}</${tag}>`).join('')}</tr>`;
  return `<table><thead>${row(header, 'th')}</thead><tbody>${rows.map((cells) => row(cells, 'td')).join('')}</tbody></table>`;
}
