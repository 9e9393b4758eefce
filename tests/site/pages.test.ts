import { readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { errorCodes } from '../../domain/errors.ts';
import { explainedCodes } from '../../domain/rejections/explain.ts';
import administration from '../../openapi/generated/admin.json' with { type: 'json' };
import contract from '../../openapi/generated/openapi.json' with { type: 'json' };
import { asset, assetNames } from '../../site/assets.ts';
import { buildSite } from '../../site/build.ts';
import { forMachines } from '../../site/for-machines.ts';
import { sitePage } from '../../site/layout.ts';
import toldOfAdministration from '../../site/administration.json' with { type: 'json' };
import { administrationApi, api } from '../../site/operations.ts';
import portuguese from '../../site/operations.json' with { type: 'json' };
import told from '../../site/pages/events.json' with { type: 'json' };
import { fieldAnchor, fieldPlace, schemaPath, schemasOf } from '../../site/schemas.ts';
import { openSite } from '../../site/site.ts';

const site = openSite({ base: '/docs', reference: 'TRIED' });
/** Every page as it is served, rendered once. */
const made = new Map([...site.pages.values()].map((page) => [site.address(page.path), sitePage(site, page)]));
const inPortuguese = [...site.pages.values()].filter(({ lang }) => lang === 'pt-BR');

function operationsOf({ paths }: { paths: object }): ReadonlySet<string> {
  const all = Object.values(paths as Record<string, Record<string, { operationId: string }>>);
  return new Set(all.flatMap((methods) => Object.values(methods).map(({ operationId }) => operationId)));
}

const linksOf = (html: string): string[] => [...html.matchAll(/ href="([^"]*)"/g)].map(([, href = '']) => href);

test('every error, rejection and event of the product has its page', () => {
  const paths = [...site.pages.keys()];
  expect(paths).toEqual(expect.arrayContaining(Object.keys(errorCodes).map((code) => `erros/${code}`)));
  expect(paths).toEqual(expect.arrayContaining([...explainedCodes.keys()].map((code) => `rejeicoes/${code}`)));
  expect(paths).toEqual(expect.arrayContaining(Object.keys(contract.webhooks).map((name) => `eventos/${name}`)));
  expect(explainedCodes.size).toBeGreaterThan(900);
});

test('every link leads to a page that is there, and to a place of it', () => {
  const others = new Set([
    ...['/docs/busca', '/docs/referencia/openapi.json', '/docs/referencia/administracao/openapi.json'],
    ...assetNames.map((name) => `/docs/ativos/${name}`),
  ]);
  const broken = [...made].flatMap(([address, html]) =>
    linksOf(html)
      .filter((href) => !/^https?:/.test(href))
      .filter((href) => {
        const [path = '', hash] = href.replace(/\?v=.*/, '').split('#');
        if (others.has(path)) return false;
        if (path.endsWith('.md')) return !site.pages.has(path.slice('/docs/'.length, -3).replace(/^inicio$/, ''));
        const target = path === '' ? html : made.get(path);
        return target === undefined || (hash !== undefined && !target.includes(`id="${decodeURIComponent(hash)}"`));
      })
      .map((href) => `${address}: ${href}`),
  );
  expect(broken).toEqual([]);
});

test('no link of a page in Portuguese leads nowhere', () => {
  const lost = inPortuguese.flatMap((page) => {
    const shown = site.asMarkdown(page);
    const named = page
      .markdown()
      .matchAll(/\[([^\]]+)\]\(((?:pagina|rejeicao|erro|evento|operacao|contrato|campo|arquivo):[^)]*)\)/g);
    return [...named]
      .filter(([, text = '']) => !shown.includes(`[${text}](/docs`))
      .map(([all]) => `${page.path}: ${all}`);
  });
  expect(lost).toEqual([]);
});

test('every page is in its language, has one title, one sentence about itself and a way back', () => {
  const titles = new Map<string, string>();
  for (const page of site.pages.values()) {
    const html = made.get(site.address(page.path)) ?? '';
    const [, title = ''] = /<title>([^<]*)<\/title>/.exec(html) ?? [];
    expect({ path: page.path, sameTitle: titles.get(title) }).toEqual({ path: page.path, sameTitle: undefined });
    titles.set(title, page.path);
    expect({ path: page.path, headings: html.match(/<h1/g)?.length }).toEqual({ path: page.path, headings: 1 });
    expect(html).toContain('<html lang="pt-BR"');
    if (page.lang === 'en') expect(html).toContain('<article lang="en"');
    else
      expect({ path: page.path, summary: page.summary }).toMatchObject({
        summary: expect.stringMatching(/.{10,}/),
      });
    if (page.path !== '') expect(linksOf(html)).toContain('/docs');
    if (page.list !== '') expect(linksOf(html)).toContain(site.address(page.list));
    expect(html).not.toMatch(/ (?:style|on\w+)="/);
    expect(html.match(/<img(?![^>]*\balt="[^"]+")[^>]*>/)).toBeNull();
  }
});

test('a page weighs less than 100 kB, with what it loads', () => {
  const assets = assetNames.filter((name) => name !== 'try.js').map((name) => asset(name).content);
  const beside = assets.reduce((sum, content) => sum + Buffer.byteLength(content), 0);
  const weight = (path: string): number => Buffer.byteLength(made.get(site.address(path)) ?? '') + beside;
  const heavy = inPortuguese.filter(({ path }) => weight(path) > 100_000);
  expect(heavy.map(({ path }) => path)).toEqual([]);
});

test('every field and every code of both contracts has an address, and pages that name a field lead to it', () => {
  for (const [of, isOfAdministration] of [
    [contract, false],
    [administration, true],
  ] as const) {
    const lost = Object.entries(schemasOf(of)).flatMap(([name, schema]) => {
      const page = made.get(`/docs/${schemaPath(name, isOfAdministration)}`) ?? '';
      const names = Object.keys(schema.properties ?? {}).concat((schema.enum ?? []).map(String));
      return names.filter((each) => !page.includes(`id="${fieldAnchor(each)}"`)).map((each) => `${name}.${each}`);
    });
    expect(lost).toEqual([]);
  }
  const named = [...explainedCodes.values()].flat().flatMap(({ field }) => field ?? []);
  // Not fields of a request: the file of a certificate, and a note's time of issue.
  expect(new Set(named.filter((field) => !fieldPlace(field)))).toEqual(new Set(['certificate', 'issueDateTime']));
  expect(made.get('/docs/rejeicoes/778')).toContain('href="/docs/campos/DocumentItemInput#ncm"');
  expect(made.get('/docs/erros/invalid_tax_rule')).toContain('href="/docs/campos/');
  expect(made.get('/docs/campos/ErrorCode')).toContain('href="/docs/erros/not_found"');
  const guides = inPortuguese.filter(({ kind }) => kind === 'guia' || kind === 'conceito');
  const linked = guides.filter(({ path }) => made.get(site.address(path))?.includes('href="/docs/campos/'));
  expect(linked.length).toBeGreaterThan(9);
});

test('a rejection says the words of the authority, the cause, what to do for both readers, and others about the same field', () => {
  const page = made.get('/docs/rejeicoes/778') ?? '';
  for (const words of ['Informado NCM inexistente', 'Para quem programa', 'Para quem usa o painel', 'items[].ncm']) {
    expect(page).toContain(words);
  }
  expect(page).toMatch(/Rejeições sobre o mesmo campo[\s\S]*href="\/docs\/rejeicoes\/\d+"/);
  const twice = made.get('/docs/rejeicoes/596') ?? '';
  expect(twice).toMatch(/Em: carta de correção[\s\S]*Em: ciência da operação/);
});

test('the verifications of signatures are those of the English guide, which run, but for their comments', () => {
  const code = (file: string): string[] =>
    [
      ...readFileSync(new URL(file, import.meta.url), 'utf8').matchAll(
        /```(?:ts|python|php|csharp|java)\b[^\n]*\n(.*?)```/gs,
      ),
    ].map(([, snippet = '']) => snippet.replaceAll(/^ *(?:\/\*\*|\/\/\/|""")[^\n]*\n/gm, ''));
  const shown = code('../../docs/pt/guias/receber-webhooks.md');
  expect(shown).toHaveLength(5);
  expect(code('../../docs/webhooks.md')).toEqual(expect.arrayContaining(shown));
});

test.each([
  ['/v1', contract, portuguese, api],
  ['/admin/v1', administration, toldOfAdministration, administrationApi],
])('every operation and tag of %s is described in Portuguese, and no other is', (_path, of, told, { summaryOf }) => {
  const ids = operationsOf(of);
  expect([...ids].filter((id) => summaryOf(id) === undefined)).toEqual([]);
  expect(Object.keys(told.summaries).filter((id) => !ids.has(id))).toEqual([]);
  for (const each of [told.tags, told.parts]) {
    expect(Object.keys(each).toSorted()).toEqual(of.tags.map(({ name }) => name).toSorted());
  }
});

test('every event is described in Portuguese, and operations are in the description', () => {
  expect(Object.keys(told.events)).toEqual(expect.arrayContaining(Object.keys(contract.webhooks)));
  expect(Object.keys(told.events)).toHaveLength(Object.keys(contract.webhooks).length);
  expect(api.description()).toMatchObject({
    paths: { '/v1/clients': { get: { summary: 'Listar clientes', operationId: 'listClients' } } },
  });
});

test('a page exists as Markdown, whose links are addresses, and llms.txt leads to it', () => {
  const page = site.pages.get('guias/cancelar');
  const markdown = page ? site.asMarkdown(page) : '';
  expect(markdown).toMatch(/^\s*# Cancelar uma nota/);
  expect(markdown).toContain('](/docs/rejeicoes/501)');
  expect(markdown).not.toMatch(/\]\((?:pagina|rejeicao|erro):/);
  expect(forMachines(site)).toContain('(/docs/guias/cancelar.md)');
});

test('every call of both contracts has a page, which its list leads to, with an example in six languages', () => {
  for (const [of, { path: list }] of [
    [contract, api],
    [administration, administrationApi],
  ] as const) {
    const index = linksOf(made.get(`/docs/${list}`) ?? '');
    for (const id of operationsOf(of)) {
      const html = made.get(`/docs/${list}/${id}`) ?? '';
      expect({ id, isListed: index.includes(`/docs/${list}/${id}`) }).toEqual({ id, isListed: true });
      expect({ id, tabs: html.match(/data-tab="/g)?.length }).toEqual({ id, tabs: 6 });
      expect({ id, isTried: html.includes('id="try"') }).toEqual({ id, isTried: list === api.path });
    }
  }
  const page = made.get('/docs/referencia/createFiscalDocument') ?? '';
  for (const place of [
    'campos/FiscalDocumentCreation#items',
    'erros/invalid_state',
    'referencia/previewFiscalDocument',
  ]) {
    expect(page).toContain(`href="/docs/${place}"`);
  }
  expect(page).toContain('href="/docs/referencia/createFiscalDocumentOfCompany"');
});

test('below another base, and without forms, every link is below it', () => {
  const panel = openSite({ base: '/ajuda', reference: 'READ' });
  const html = [...panel.pages.values()].slice(0, 60).map((page) => sitePage(panel, page));
  const links = html.flatMap(linksOf);
  expect(links.filter((href) => !/^(?:\/ajuda\b|#|https?:)/.test(href))).toEqual([]);
  expect(links).toContain('/ajuda/rejeicoes');
  const call = panel.pages.get('referencia/createClient');
  expect(call && sitePage(panel, call)).not.toContain('id="try"');
});

test('the site is written into a folder that any web server serves', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'site-'));
  await buildSite(folder, '/ajuda');
  expect(await readFile(join(folder, 'rejeicoes/204/index.html'), 'utf8')).toContain('href="/ajuda/guias"');
  const loaded = [
    ...(await readFile(join(folder, 'index.html'), 'utf8')).matchAll(/(?:src|href)="\/ajuda\/(ativos\/[\w.-]+)\?/g),
  ];
  expect(loaded.length).toBeGreaterThan(3);
  for (const [, file = ''] of loaded) expect((await readFile(join(folder, file))).length).toBeGreaterThan(50);
  expect(readdirSync(folder)).toEqual(
    expect.arrayContaining(['404.html', 'busca.json', 'imagens', 'llms.txt', 'openapi.json']),
  );
});
