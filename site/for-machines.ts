import { lists } from './addresses.ts';
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

Cada página existe em Markdown: o mesmo endereço, com .md no fim. A página de uma rejeição é ${site.base}/${lists.rejections}/<código>.md, a de um erro ${site.base}/${lists.errors}/<código>.md, a de uma chamada ${site.base}/${lists.reference}/<operationId>.md.

${part('Começar', named(['', 'comecar', lists.panel, 'glossario']))}
${part('Guias', site.inList(lists.guides))}
${part('Conceitos', site.inList(lists.concepts))}
${part('Operação', site.inList(lists.operation))}
${part('Referência', named([lists.reference, `${lists.reference}/administracao`, lists.fields]))}
${part('Eventos, erros e rejeições', named([lists.events, lists.errors, lists.rejections]))}
${part('In English', site.inList(lists.english))}`;
}
