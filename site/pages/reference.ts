import { sitePaths } from '../addresses.ts';
import type { OperationFacts } from '../operation-facts.ts';
import type { SitePage } from '../page.ts';
import type { ReferenceContract } from '../reference-contract.ts';

/** The list of a contract's calls by subject, after what holds for all of them. */
export function referenceList(
  told: ReferenceContract,
  operations: readonly OperationFacts[],
  isOfAdministration: boolean,
): SitePage {
  const { path, title, keywords, introduction, parts } = told;
  const line = ({ id, summary, method, path: of }: OperationFacts): string =>
    `- [${summary}](pagina:${told.placeOf(id) ?? ''}): \`${method} ${of}\``;
  return {
    ...{ path, kind: 'lista', title, keywords: [keywords], lang: 'pt-BR' },
    summary: `Cada uma das ${operations.length} chamadas numa página: o que enviar, o que volta e um exemplo em seis linguagens.`,
    list: isOfAdministration ? sitePaths.reference : '',
    markdown: () => `# ${title}

${isOfAdministration ? ofAdministration : ofApi}
- [O que vale para todas](#o-que-vale-para-todas) as chamadas: chaves, erros e limites.

${parts
  .map(({ tag, name, description }) => {
    const own = operations.filter((operation) => operation.tag === tag);
    return `## ${name}\n\n${description}\n\n${own.map(line).join('\n')}\n`;
  })
  .join('\n')}
## O que vale para todas

${introduction.join('\n\n')}
`,
  };
}

const ofApi = `Comece pelos [guias](pagina:${sitePaths.guides}), e leia aqui os detalhes. Cada página tem o pedido com curl, TypeScript, Python, Java, PHP e C#, e a resposta que veio.

- [Campos](pagina:${sitePaths.fields}): cada objeto e cada código, com um endereço para cada campo.
- [Eventos dos webhooks](pagina:${sitePaths.events}): o que o Lavra envia ao seu sistema.
- [O que mudou](pagina:mudancas), versão por versão.
- [API de administração](pagina:${sitePaths.reference}/administracao): cadastrar empresas e escritórios e operar a instalação por programa.
- O contrato OpenAPI [em português](contrato:${sitePaths.reference}), para Postman e Insomnia; em inglês, para gerar código, a API o serve em \`/openapi.json\`.`;

const ofAdministration = `Cada chamada de \`/admin/v1\`, que o painel serve aos programas de quem opera a instalação. O [guia, em inglês,](pagina:${sitePaths.english}/admin-api) mostra o caminho de uma empresa nova até a primeira nota.

- [Campos](pagina:${sitePaths.fields}/administracao): cada objeto e cada código, com um endereço para cada campo.
- O contrato OpenAPI [em português](contrato:${sitePaths.reference}/administracao); em inglês, para gerar código, o painel o serve em \`/admin/v1/openapi.json\`.`;
