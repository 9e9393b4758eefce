import { createRequire } from 'node:module';
import { globSync, readFileSync } from 'node:fs';
import sitter, { type Language, type Node } from '@vscode/tree-sitter-wasm';
import { beforeAll, expect, test } from 'vitest';
import { exampleCallOf } from '../../site/examples/example-call.ts';
import { translationsOf } from '../../site/examples/languages.ts';
import { referencePages } from '../../site/pages/operations.ts';

/** A piece of code on a page. */
type Shown = { page: string; code: string };

const packageOfParsers = createRequire(import.meta.url).resolve('@vscode/tree-sitter-wasm/package.json');
const parser = { 'C#': 'c-sharp', Java: 'java', PHP: 'php', Python: 'python', TypeScript: 'typescript' };
type Tab = keyof typeof parser;
const fences: Record<Tab, string> = { 'C#': 'csharp', Java: 'java', PHP: 'php', Python: 'python', TypeScript: 'ts' };

const pages = [
  ...globSync(['docs/*.md', 'docs/pt/**/*.md', 'README.md', 'LEIAME.md']).map((page) => ({
    page,
    text: readFileSync(page, 'utf8'),
  })),
  ...referencePages().map(({ path, markdown }) => ({ page: path, text: markdown() })),
];

const languages = new Map<Tab, Language>();
beforeAll(async () => {
  await sitter.Parser.init();
  for (const tab of Object.keys(parser) as Tab[]) {
    const grammar = new URL(`wasm/tree-sitter-${parser[tab]}.wasm`, `file://${packageOfParsers}`);
    languages.set(tab, await sitter.Language.load(readFileSync(grammar)));
  }
});

test.each(Object.keys(parser) as Tab[])(
  '%s on every page is read by a parser, whether it can be run here or not',
  (tab) => {
    const all = shownIn(tab);
    expect(all.length).toBeGreaterThan(30);
    expect(all.flatMap((shown) => faultsOf(tab, shown))).toEqual([]);
  },
);

test.each(Object.keys(parser) as Tab[])('a bracket that is missing in %s is found', (tab) => {
  const [shown] = shownIn(tab);
  const code = shown?.code.replace(/\)(?![\s\S]*\))/, '') ?? '';
  expect(code).not.toBe(shown?.code);
  expect(faultsOf(tab, { page: 'a page', code })).not.toEqual([]);
});

/** The code on the pages in a language: what is written there, and what is made from requests by curl. */
function shownIn(tab: Tab): Shown[] {
  const fence = new RegExp(`\`\`\`${fences[tab]}\\n(.*?)\\n\`\`\``, 'gs');
  const written = pages.flatMap(({ page, text }) => [...text.matchAll(fence)].map(([, code = '']) => ({ page, code })));
  const made = pages.flatMap(({ page, text }) =>
    [...text.matchAll(/```sh\n(.*?)\n```/gs)].flatMap(([, block = '']) => {
      const call = exampleCallOf(block);
      const code = call && translationsOf(call).find((translation) => translation.tab === tab)?.code;
      return code ? [{ page, code }] : [];
    }),
  );
  return [...written, ...made];
}

/** The places where a piece of code cannot be parsed, as page and line. */
function faultsOf(tab: Tab, { page, code }: Shown): string[] {
  const reader = new sitter.Parser();
  reader.setLanguage(languages.get(tab) ?? null);
  // PHP is text up to its opening tag.
  const text = tab === 'PHP' && !code.includes('<?php') ? `<?php\n${code}` : code;
  const root = reader.parse(text)?.rootNode;
  if (!root) return [`${page}: nothing was read`];
  return brokenIn(root).map(({ startPosition: { row } }) => `${page}: ${text.split('\n')[row] ?? ''}`);
}

function brokenIn(node: Node): Node[] {
  if (!node.hasError) return [];
  if (node.isError || node.isMissing) return [node];
  return node.children.flatMap((child) => (child ? brokenIn(child) : []));
}
