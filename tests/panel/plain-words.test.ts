import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { expect, test } from 'vitest';
import { adminContract } from '../../openapi/admin-contract.ts';
import { contract } from '../../openapi/contract.ts';
import { fieldTitles } from '../../panel/parts/field-titles.ts';
import { inPlainWords } from '../../panel/parts/plain-words.ts';

/** Every field name in one of the contracts. */
const names = new Set<string>();
function collect(node: unknown): void {
  if (typeof node !== 'object' || node === null) return;
  if ('properties' in node && typeof node.properties === 'object' && node.properties) {
    for (const name of Object.keys(node.properties)) names.add(name);
  }
  for (const inner of Object.values(node)) collect(inner);
}
collect(contract.description);
collect(adminContract.description);

/** Whether a word is a field name, and cannot be a word of a Portuguese sentence. */
const isName = (word: string): boolean =>
  names.has(word) &&
  (/[a-z][A-Z]/.test(word) ||
    ['city', 'client', 'delivery', 'duplicates', 'fuel', 'number', 'payments', 'presence', 'region'].includes(word));

/** Words in a sentence that only programmers, or people who type commands, can read. */
function foreignIn(sentence: string): string[] {
  const words = sentence.match(/[A-Za-z][A-Za-z0-9_]*/g) ?? [];
  return [
    ...words.filter(
      (word) => isName(word) || /^[A-Z]+_[A-Z_]+$/.test(word) || ['null', 'true', 'false'].includes(word),
    ),
    ...(sentence.match(/"lavra [a-z]+|\/v1\/\S*|\b(GET|PATCH|POST)\b|--[a-z-]+/g) ?? []),
  ];
}

/** Folders and files whose texts no form shows: pages, reports, files of operators, offices, systems, SQL and logs. */
const unread =
  /^(domain\/(pages|webhooks|rejections|sefaz|sefin|arrivals|closings|conversation|taxation\/rates\/icms)|operations\/(doctor|closings|offices|rehearsal|installations|authority|distribution|received\/export|lists\/document-list|waits|provisioning\/logins|accounts\/(people|news|portal-links)|imports\/sheet))/;

/** Every text with a space in it that a source file writes, joined with what is added to it; a 7 stands for expressions. */
function sentencesOf(file: string): string[] {
  const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true);
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    const text = textOf(node);
    if (text !== null) found.push(text);
    else ts.forEachChild(node, visit);
  };
  visit(source);
  return found.filter(
    (text) =>
      /\s/.test(text) &&
      !/\bcoalesce\(|(?:\b|7)(select|create|update|insert|delete|case|from) |\bis null\b|::|\b(that|the) /.test(text),
  );
}

function textOf(node: ts.Node): string | null {
  if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) return node.text;
  if (ts.isTemplateExpression(node)) {
    return node.head.text + node.templateSpans.map(({ literal }) => `7${literal.text}`).join('');
  }
  if (ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.PlusToken) {
    const [left, right] = [textOf(node.left), textOf(node.right)];
    return left === null || right === null ? null : left + right;
  }
  return null;
}

const files = ['domain', 'operations'].flatMap((room) =>
  readdirSync(room, { recursive: true, encoding: 'utf8' })
    .map((file) => join(room, file))
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.entity.ts') && !unread.test(file)),
);

test('no sentence that a form can show names a field of the contract, a value of it, or a command', () => {
  const sentences = [
    ...files.flatMap(sentencesOf),
    ...contract.sentences.values(),
    ...adminContract.sentences.values(),
  ];
  const telling = sentences.filter((sentence) => foreignIn(sentence).length > 0);
  expect(telling.length).toBeGreaterThan(100); // otherwise nothing was searched
  const left = telling.map(inPlainWords).filter((sentence) => foreignIn(sentence).length > 0);
  expect(left).toEqual([]);
});

test('every name that has a title is one of the contract', () => {
  expect([...fieldTitles.keys()].filter((name) => !names.has(name))).toEqual([]);
});

test.each([
  [
    'Com icmsStModBc 4, informe icmsStMva, a margem em porcento.',
    'Com “Base do ICMS-ST” 4, informe “MVA do ICMS-ST”, a margem em porcento.',
  ],
  [
    'Não há regra tributária com este id na empresa: confira o id ou envie null.',
    'Não há regra tributária com este id na empresa: confira o id ou deixe em branco.',
  ],
  [
    'envie só um: client ou clientId, não os dois',
    'escreva só um: “Cliente escrito” ou “Cliente do cadastro”, não os dois',
  ],
  ['deve ser um destes: ALL_TAXES, NET_OF_NEW_TAXES', 'não é uma das opções'],
  ['A chave da nota tem 44 dígitos.', 'A chave da nota tem 44 dígitos.'],
])('%s', (sentence, said) => {
  expect(inPlainWords(sentence)).toBe(said);
  expect(inPlainWords(said)).toBe(said);
});
