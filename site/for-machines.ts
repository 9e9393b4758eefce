import { sitePaths } from './addresses.ts';
import type { SitePage } from './page.ts';
import type { Site } from './site.ts';

/** The index of the site for programs (llms.txt): every page as Markdown, except those of single codes. */
export function forMachines(site: Site): string {
  const line = ({ path, title, summary }: SitePage): string =>
    `- [${title}](${site.base}/${path === '' ? 'inicio' : path}.md)${summary === '' ? '' : `: ${summary}`}`;
  const part = (title: string, pages: readonly SitePage[]): string => `## ${title}\n\n${pages.map(line).join('\n')}\n`;
  const named = (paths: readonly string[]): SitePage[] => paths.flatMap((path) => site.pages.get(path) ?? []);
  return `# Lavra

> API para emitir e receber documentos fiscais brasileiros (NF-e, NFC-e e NFS-e), nos seus servidores. A descrição para programas é o /openapi.json da API.

Cada página existe em Markdown: o mesmo endereço, com .md no fim. A página de uma rejeição é ${site.base}/${sitePaths.rejections}/<código>.md, a de um erro ${site.base}/${sitePaths.errors}/<código>.md, a de uma chamada ${site.base}/${sitePaths.reference}/<operationId>.md.

${part('Começar', named(['', 'comecar', sitePaths.panel, 'glossario']))}
${part('Guias', site.inList(sitePaths.guides))}
${part('Conceitos', site.inList(sitePaths.concepts))}
${part('Operação', site.inList(sitePaths.operation))}
${part('Referência', named([sitePaths.reference, `${sitePaths.reference}/administracao`, sitePaths.fields]))}
${part('Eventos, erros e rejeições', named([sitePaths.events, sitePaths.errors, sitePaths.rejections]))}
${part('In English', site.inList(sitePaths.english))}`;
}
