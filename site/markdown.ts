import { Marked, type Token, type Tokens } from 'marked';
import { html, type Markup, trustedHtml } from '../domain/pages/html/markup.ts';
import { callOf, type ExampleCall } from './examples/call-of.ts';
import { translationsOf } from './examples/languages.ts';
import { formPlace } from './page.ts';

/** A place of a page that contents, links and searches lead to. */
export type Heading = { id: string; title: string; depth: number };

/** Markdown as it is shown, with its headings below the title. */
export type Rendered = { body: Markup; headings: Heading[] };

/** Where a link of a page leads, as an address; null where the site has no such page: the link then stands as text. */
export type Resolve = (href: string) => string | null;

/**
 * @param fieldAt the address of a field that stands in code by its name; null where that is no field
 * @param form what stands in the place for it
 */
type How = {
  resolve: Resolve;
  images: string;
  fieldAt?: ((name: string) => string | null) | undefined;
  form?: Markup | undefined;
};

/** Markdown of ours as HTML: code with a name to copy it by, examples in several languages side by side, wide tables in a box of their own. */
export function rendered(markdown: string, { resolve, images, fieldAt, form }: How): Rendered {
  const headings: Heading[] = [];
  let tables = 0;
  /** Within a link or a heading no other link stands. */
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
        const call = lang === 'sh' ? callOf(text) : null;
        return (call === null ? codeOf(text, lang) : inLanguages(text, call)).text;
      },
    },
  });
  const body = grouped(marked.lexer(markdown)).map((part) =>
    'tabs' in part ? tabsOf(part.tabs) : trustedHtml(marked.parser(part.tokens)),
  );
  return { body: html`${body}`, headings };
}

/** As hosts of repositories make them, so that links within and between pages lead where they lead there. */
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

/** In a box that scrolls where it is wider than the page, also by keys. */
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

/** Code after code, each with `tab=` behind its language, is one example in several languages. */
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

/** A request that a page shows with curl, in the languages of those who call, too. Without JavaScript the page's own stands alone. */
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

/** Without JavaScript they stand one below the other, each under its name. */
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
