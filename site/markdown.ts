import { Marked, type Token, type Tokens } from 'marked';
import { html, type Markup, trustedHtml } from '../domain/pages/html/markup.ts';
import { exampleCallOf, type ExampleCall } from './examples/example-call.ts';
import { translationsOf } from './examples/languages.ts';
import { formPlace } from './page.ts';

/** A heading of a page, to which contents, links and searches lead. */
export type Heading = { id: string; title: string; depth: number };

/** Rendered Markdown, with the headings below its title. */
export type Rendered = { body: Markup; headings: Heading[] };

/** The address for a page's link; null where the site has no such page: then only the text is shown. */
export type Resolve = (href: string) => string | null;

/**
 * @param fieldAt address of the field whose name stands in code; null where it is not a field's name
 * @param form what replaces the placeholder for the form
 */
type How = {
  resolve: Resolve;
  images: string;
  fieldAt?: ((name: string) => string | null) | undefined;
  form?: Markup | undefined;
};

/** Our Markdown as HTML: code with a button to copy it, examples in several languages as tabs, wide tables in a scrolling box. */
export function rendered(markdown: string, { resolve, images, fieldAt, form }: How): Rendered {
  const headings: Heading[] = [];
  let tables = 0;
  /** whether the text is inside a link or heading, where no other link may be */
  let isLinked = false;
  const inside = (parse: () => string): Markup => {
    const before = isLinked;
    isLinked = true;
    const inner = trustedHtml(parse());
    isLinked = before;
    return inner;
  };
  const marked = new Marked({
    renderer: {
      heading({ tokens, depth, text }) {
        const title = text.replaceAll(/[`\\]/g, '');
        const id = anchor(title, headings);
        const inner = inside(() => this.parser.parseInline(tokens));
        if (depth === 1) return html`<h1>${inner}</h1>`.text;
        headings.push({ id, title, depth });
        const level = String(depth);
        return html`${trustedHtml(`<h${level} id="${id}">`)}${inner}<a
            class="here"
            href="#${id}"
            aria-label="Endereço de: ${title}"
            >#</a
          >${trustedHtml(`</h${level}>`)} `.text;
      },
      link({ href, tokens }) {
        const inner = inside(() => this.parser.parseInline(tokens));
        const to = resolve(href);
        return to === null ? inner.text : html`<a href="${to}">${inner}</a>`.text;
      },
      codespan({ text }) {
        const code = html`<code>${text}</code>`;
        const to = isLinked ? null : (fieldAt?.(text) ?? null);
        return to === null ? code.text : html`<a href="${to}">${code}</a>`.text;
      },
      image({ href, text }) {
        return html`<img src="${images}/${href.replace(/^.*images\//, '')}" alt="${text}" />`.text;
      },
      html({ text }) {
        if (text.trim() === formPlace) return form?.text ?? '';
        return text.replaceAll(/src="(?:\.\.\/)*images\//g, `src="${images}/`);
      },
      table(token) {
        tables += 1;
        return tableOf(token, `Tabela ${tables}`, (cell) => trustedHtml(this.parser.parseInline(cell.tokens))).text;
      },
      code({ text, lang = '' }) {
        const call = lang === 'sh' ? exampleCallOf(text) : null;
        return (call === null ? codeOf(text, lang) : inLanguages(text, call)).text;
      },
    },
  });
  const body = grouped(marked.lexer(markdown)).map((part) =>
    'tabs' in part ? tabsOf(part.tabs) : trustedHtml(marked.parser(part.tokens)),
  );
  return { body: html`${body}`, headings };
}

/** The id of a heading, made as repository hosts make it, so that links to headings work there and here. */
function anchor(title: string, earlier: Heading[]): string {
  const id = title
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replaceAll(/\s/g, '-');
  const same = earlier.filter((each) => each.id === id || each.id.replace(/-\d+$/, '') === id).length;
  return same === 0 ? id : `${id}-${same}`;
}

type Inline = (cell: Tokens.TableCell) => Markup;

/** A table in a box that scrolls where the table is wider than the page, by keys, too. */
function tableOf({ header, rows }: Tokens.Table, name: string, inline: Inline): Markup {
  return html`<div class="wide" tabindex="0" role="region" aria-label="${name}">
    <table>
      <thead>
        <tr>
          ${header.map((cell) => html`<th scope="col">${inline(cell)}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${rows.map(
          (cells) =>
            html`<tr>
              ${cells.map((cell) => html`<td>${inline(cell)}</td>`)}
            </tr>`,
        )}
      </tbody>
    </table>
  </div>`;
}

function codeOf(text: string, lang: string): Markup {
  const [language = ''] = lang.split(' ');
  return html`<div class="code" data-language="${language}">
    <pre tabindex="0"><code>${text}</code></pre>
  </div>`;
}

type Part = { tabs: Tokens.Code[] } | { tokens: Token[] };

/** Consecutive code blocks with `tab=` behind their language become one example in several languages. */
function grouped(tokens: Token[]): Part[] {
  const parts: Part[] = [];
  for (const token of tokens) {
    const last = parts.at(-1);
    if (isTab(token)) {
      if (last && 'tabs' in last) last.tabs.push(token);
      else parts.push({ tabs: [token] });
    } else if (token.type === 'space' && last && 'tabs' in last) continue;
    else if (last && 'tokens' in last) last.tokens.push(token);
    else parts.push({ tokens: [token] });
  }
  return parts;
}

const tabName = /\btab=(.+)$/;

function isTab(token: Token): token is Tokens.Code {
  return token.type === 'code' && tabName.test(((token as Tokens.Code).lang ?? '').trim());
}

/** An example with curl, also in other languages. Without JavaScript only the page's own is shown. */
function inLanguages(text: string, call: ExampleCall): Markup {
  return html`<div class="tabs">
    <div class="tab" data-tab="curl">
      <p class="tab-name" hidden>curl</p>
      ${codeOf(text, 'sh')}
    </div>
    ${translationsOf(call).map(
      ({ tab, language, code }) =>
        html`<div class="tab" data-tab="${tab}" hidden>
          <p class="tab-name">${tab}</p>
          ${codeOf(code, language)}
        </div>`,
    )}
  </div>`;
}

/** Without JavaScript they are shown one below the other, each under its name. */
function tabsOf(codes: Tokens.Code[]): Markup {
  return html`<div class="tabs">
    ${codes.map(({ text, lang = '' }) => {
      const name = tabName.exec(lang.trim())?.[1] ?? '';
      return html`<div class="tab" data-tab="${name}">
        <p class="tab-name">${name}</p>
        ${codeOf(text, lang)}
      </div>`;
    })}
  </div>`;
}
