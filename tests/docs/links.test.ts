import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { marked, type Token, type Tokens } from 'marked';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));
const foreign = ['node_modules', 'dist', '.git', '.lavra'];

type Page = { name: string; folder: string; tokens: Token[]; headings: string[] };

const files = readdirSync(root, { withFileTypes: true })
  .filter(({ name }) => !foreign.includes(name))
  .flatMap((entry) =>
    entry.isDirectory()
      ? readdirSync(join(root, entry.name), { recursive: true, encoding: 'utf8' }).map((path) => join(entry.name, path))
      : [entry.name],
  )
  .filter((path) => !path.includes('node_modules'));
const pages = files.filter((path) => path.endsWith('.md')).map(read);

test('every link leads to a file that is there, and to a heading of it', () => {
  expect(pages.length).toBeGreaterThan(80);
  expect(pages.flatMap(linksOf).flatMap(brokenLink)).toEqual([]);
});

test('a link that is called by the number of a decision leads to that decision', () => {
  const numbered = pages.flatMap(linksOf).flatMap(({ page, link }) => {
    const target = /decisions\/(\d{4})-|^(\d{4})-[\w-]+\.md/.exec(link.href);
    const said = /^(?:decision\s+)?(\d+)$/i.exec(link.text);
    return target && said ? [{ page, link, said: Number(said[1]), is: Number(target[1] ?? target[2]) }] : [];
  });
  expect(numbered.length).toBeGreaterThan(20);
  const stale = numbered.filter(({ said, is }) => said !== is);
  expect(stale.map(({ page, link }) => `${page.name}: [${link.text}](${link.href})`)).toEqual([]);
});

test('decisions are numbered without a gap, and each begins with the number in its name', () => {
  const folder = join(root, 'docs/decisions');
  const numbers = readdirSync(folder).map((name) => {
    const number = Number(name.slice(0, 4));
    expect(readFileSync(join(folder, name), 'utf8')).toMatch(new RegExp(`^# ${number}\\. `));
    return number;
  });
  expect(numbers.toSorted((one, other) => one - other)).toEqual(numbers.map((_, at) => at + 1));
});

test('a comment names no page that a clone does not have', () => {
  const sources = files.filter((path) => /\.(?:ts|js|yaml)$/.test(path) && existsSync(join(root, path)));
  expect(sources.length).toBeGreaterThan(2000);
  const places = ['', 'docs', 'docs/pt'];
  const isThere = (page: string) => places.some((place) => existsSync(join(root, place, page)));
  const lost = sources.flatMap((path) => {
    const comments = readFileSync(join(root, path), 'utf8').match(/^\s*(?:\/?\*|\/\/|#).*$/gm) ?? [];
    return comments.flatMap((comment) => {
      const named = [...comment.matchAll(/(?<![\w`.*/-])([\w/-]+\.md)\b/g)].map(([, page = '']) => page);
      const cited = /\bdecisions-\d|\bspec(?:ification)? \d|\b\d-(?:core|extended)\b/.exec(comment)?.[0];
      return [...named.filter((page) => !isThere(page)), ...(cited ? [cited] : [])].map((one) => `${path}: ${one}`);
    });
  });
  expect(lost).toEqual([]);
});

test('no page says a heading or a point of a list twice, nor begins two long points alike', () => {
  const doubled = pages.flatMap(({ name, tokens, headings }) => {
    const points = each(tokens, 'list_item').map(({ text }) => text.slice(0, begins));
    return [...headings, ...points]
      .filter((text, at, all) => text.length > longEnough && all.indexOf(text) !== at)
      .map((text) => `${name}: ${text.slice(0, 80)}`);
  });
  expect(doubled).toEqual([]);
});

test('no section has two parts of one name, as a version of the changelog with "Added" twice', () => {
  const doubled = pages.flatMap(({ name, tokens }) => {
    const above: string[] = [];
    const places = tokens.flatMap((token) => {
      if (token.type !== 'heading') return [];
      const { depth, text } = token as Tokens.Heading;
      above.splice(depth - 1, Infinity, text);
      return [`${name}: ${above.join(' > ')}`];
    });
    return places.filter((place, at) => places.indexOf(place) !== at);
  });
  expect(doubled).toEqual([]);
});

/** Shorter points may repeat, such as `none` or a file name in two lists. */
const longEnough = 30;
/** Points that are the same for so many characters say the same, and one of them is stale. */
const begins = 60;

function read(name: string): Page {
  const tokens = marked.lexer(readFileSync(join(root, name), 'utf8'));
  return {
    name,
    folder: dirname(join(root, name)),
    tokens,
    headings: each(tokens, 'heading').map(({ text }) => text),
  };
}

function linksOf(page: Page): { page: Page; link: Tokens.Link }[] {
  return each(page.tokens, 'link').map((link) => ({ page, link }));
}

function brokenLink({ page, link }: { page: Page; link: Tokens.Link }): string[] {
  if (/^[a-z]+:/.test(link.href)) return [];
  const [path = '', anchor] = link.href.split('#');
  const target = path === '' ? join(root, page.name) : resolve(page.folder, path);
  const told = [`${page.name}: ${link.href}`];
  if (!existsSync(target)) return told;
  if (anchor === undefined) return [];
  const found = pages.find(({ name }) => name === relative(root, target));
  return found?.headings.some((heading) => slugOf(heading) === anchor) ? [] : told;
}

/** The anchor of a heading, as repositories make it: lower case, words joined by hyphens, other signs removed. */
function slugOf(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}_\- ]/gu, '')
    .replaceAll(' ', '-');
}

function each<Kind extends Token['type']>(tokens: Token[], kind: Kind): Extract<Token, { type: Kind }>[] {
  const found: Token[] = [];
  void marked.walkTokens(tokens, (token) => void (token.type === kind && found.push(token)));
  return found as Extract<Token, { type: Kind }>[];
}
