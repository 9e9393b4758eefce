import { cp, mkdir, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { contract } from '../openapi/contract.ts';
import { asset, assetNames, imagesFolder } from './assets.ts';
import { forMachines } from './for-machines.ts';
import { missingPage, searchPage, sitePage } from './layout.ts';
import { administrationApi, api } from './operations.ts';
import { openSite } from './site.ts';

/**
 * Writes the site into a folder that any web server can serve: a folder with an `index.html` for each page, under the same addresses as in the API.
 *
 * @param base the path before every address, such as `/ajuda`; empty where the folder is the root of its server
 * @returns how many files it wrote
 */
export async function buildSite(folder: string, base = ''): Promise<number> {
  const site = openSite({ base, reference: 'READ' });
  const files = new Map<string, string>([
    ...[...site.pages.values()].flatMap((page): [string, string][] => [
      [join(page.path, 'index.html'), sitePage(site, page)],
      [`${page.path === '' ? 'inicio' : page.path}.md`, site.asMarkdown(page)],
    ]),
    ...assetNames.map((name): [string, string] => [join('ativos', name), asset(name).content]),
    ['busca/index.html', searchPage(site, '', [])],
    ['busca.json', JSON.stringify(site.index())],
    ['404.html', missingPage(site)],
    ['llms.txt', forMachines(site)],
    ['openapi.json', JSON.stringify(contract.description)],
    [`${api.path}/openapi.json`, JSON.stringify(api.description())],
    [`${administrationApi.path}/openapi.json`, JSON.stringify(administrationApi.description())],
  ]);
  for (const [name, content] of files) {
    const file = join(folder, name);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, content);
  }
  await cp(imagesFolder, join(folder, 'imagens'), { recursive: true });
  return files.size;
}

if (import.meta.main) {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { base: { type: 'string' }, help: { type: 'boolean', short: 'h' } },
  });
  if (values.help) {
    process.stdout.write(
      'Uso: npm run docs:build -- [pasta] [--base /caminho]\n\nEscreve a documentação como páginas estáticas, por padrão em docs-site.\n',
    );
    process.exit();
  }
  const folder = resolve(positionals[0] ?? 'docs-site');
  const count = await buildSite(folder, values.base?.replace(/\/+$/, ''));
  process.stdout.write(`${count} arquivos em ${folder}\n`);
}
