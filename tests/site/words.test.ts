import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { swaggerFolder } from '../../site/reference.ts';

const source = readFileSync(new URL('../../site/browser/words.js', import.meta.url), 'utf8');
const bundle = readFileSync(join(swaggerFolder, 'swagger-ui-bundle.js'), 'utf8');

type Create = (type: unknown, props: object | null, ...children: unknown[]) => { props: object; children: unknown[] };

/** An element as the page makes it. */
function made(...element: Parameters<Create>): unknown {
  const React: { createElement: Create } = {
    createElement: (_type, props, ...children) => ({ props: props ?? {}, children }),
  };
  const context: { lavraWords?: (system: { React: typeof React }) => object } = {};
  runInNewContext(source, context);
  context.lavraWords?.({ React });
  return JSON.parse(JSON.stringify(React.createElement(...element)));
}

test('words of buttons, titles and screen readers are Portuguese, with the spaces around them', () => {
  expect(made('button', { 'aria-label': 'Apply credentials' }, 'Try it out ')).toEqual({
    props: { 'aria-label': 'Usar a chave informada' },
    children: ['Experimentar '],
  });
  expect(made('button', { children: ['Execute', 3] })).toMatchObject({ props: { children: ['Executar', 3] } });
  expect(made('span', null, '[1, 60] characters')).toMatchObject({ children: ['[1, 60] caracteres'] });
  expect(made(() => null, { source: '<i>Default value</i> : 20' })).toMatchObject({
    props: { source: '<i>Valor padrão</i>: 20' },
  });
});

test('what stands in code, and what has no row, stays as it is', () => {
  expect(made('code', null, 'Execute')).toMatchObject({ children: ['Execute'] });
  expect(made('span', { title: 'accessKey' }, 'accessKey', 'constructor')).toEqual({
    props: { title: 'accessKey' },
    children: ['accessKey', 'constructor'],
  });
});

test('every word with a row is one that Swagger UI still writes', () => {
  const rows = [...(/const words = \{(.*?)\n\};/s.exec(source)?.[1] ?? '').matchAll(/^ {2}(?:'([^']+)'|(\w+)): /gm)];
  const words = rows.map(([, quoted, plain]) => quoted ?? plain ?? '');
  expect(words.length).toBeGreaterThan(60);
  expect(words.filter((word) => !bundle.includes(word))).toEqual([]);
});
