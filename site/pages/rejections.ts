import { explainedCodes, explainRejection, type RejectionRow } from '../../domain/rejections/explain.ts';
import { sitePaths } from '../addresses.ts';
import { type SitePage, escapedMarkdown } from '../page.ts';
import { fieldsLine, mendSections } from './mend-sections.ts';

const [sefaz, sefin] = ['SEFAZ', 'SEFIN Nacional'];

/** One page for each code of an authority that Lavra explains. */
export function rejectionPages(): SitePage[] {
  return [...explainedCodes].map(([code, rows]) => {
    const text = textOf(rows);
    return {
      path: `${sitePaths.rejections}/${code}`,
      kind: 'rejeicao',
      title: text === undefined ? `Rejeição ${code}` : `Rejeição ${code}: ${text}`,
      summary: rows[0]?.cause ?? '',
      keywords: [code, `cStat ${code}`],
      lang: 'pt-BR',
      list: listOf(code).path,
      markdown: () => pageOf(code, rows),
    };
  });
}

function pageOf(code: string, rows: readonly RejectionRow[]): string {
  const text = textOf(rows);
  const said = rows.map((row) => (rows.length === 1 ? sayingOf(code, row) : sayingOfEvent(code, row)));
  return `# Rejeição ${code}${text === undefined ? '' : `: ${escapedMarkdown(text)}`}

${text === undefined ? `A ${authorityOf(code)} usa textos diferentes com este código.` : `É o que a ${authorityOf(code)} responde com o código **${code}**, nestas palavras ou quase: “${escapedMarkdown(text)}”.`}

${said.join('\n')}
${relatedOf(code, rows)}`;
}

function sayingOf(code: string, row: RejectionRow): string {
  const { cause, mend, field } = explainRejection(code, row.text ?? '', row.events?.[0]);
  return `## Por que acontece

${escapedMarkdown(cause)}

${mendSections(mend)}
${field === undefined ? '' : fieldsLine([row.field ?? field])}`;
}

/** The explanation of a code for some event types, under their names. */
function sayingOfEvent(code: string, row: RejectionRow): string {
  const events = (row.events ?? []).map((each) => eventNames[each] ?? each);
  const { cause, mend } = explainRejection(code, row.text ?? '', row.events?.[0]);
  return `## ${events.length === 0 ? 'Nos outros casos' : `Em: ${events.join(', ')}`}

${escapedMarkdown(cause)}

- **Para quem programa.** ${escapedMarkdown(mend.programmer)}
- **Para quem usa o painel.** ${escapedMarkdown(mend.person)}
`;
}

const eventNames: Readonly<Record<string, string>> = {
  '110110': 'carta de correção',
  '210200': 'confirmação da operação',
  '210210': 'ciência da operação',
  '210220': 'desconhecimento da operação',
  '210240': 'operação não realizada',
};

/** At most so many related codes; more would be a list, which the index is. */
const relatedAtMost = 8;

const byField = Map.groupBy(
  [...explainedCodes.values()].flat().filter(({ field }) => field !== undefined),
  ({ code, field }) => `${authorityOf(code)} ${field}`,
);

/** Codes about the same field, the nearest numbers first. */
function relatedOf(code: string, rows: readonly RejectionRow[]): string {
  const field = rows[0]?.field;
  const others = field === undefined ? [] : (byField.get(`${authorityOf(code)} ${field}`) ?? []);
  const near = (other: string): number => Math.abs(Number(other.replace('E', '')) - Number(code.replace('E', '')));
  const named = [...new Set(others.map((row) => row.code))]
    .filter((other) => other !== code)
    .toSorted((one, other) => near(one) - near(other))
    .slice(0, relatedAtMost);
  if (named.length === 0) return '';
  return `## Rejeições sobre o mesmo campo

${named.map((other) => `- [${other}](rejeicao:${other}): ${escapedMarkdown(textOf(explainedCodes.get(other) ?? []) ?? '')}`).join('\n')}
`;
}

function textOf(rows: readonly RejectionRow[]): string | undefined {
  return rows.find(({ text }) => text !== undefined)?.text;
}

function authorityOf(code: string): string {
  return (code.startsWith('E') ? sefin : sefaz) ?? '';
}

type CodeList = { path: string; title: string };

/** The list of a code: one page has a hundred numbers, because the whole index would be a page of 200 kB. */
function listOf(code: string): CodeList {
  const isService = code.startsWith('E');
  const hundred = Math.floor(Number(code.replace('E', '')) / 100) * 100;
  const [from, to] = [hundred, hundred + 99].map((number) =>
    isService ? `E${String(number).padStart(4, '0')}` : String(number),
  );
  return { path: `${sitePaths.rejections}/de-${from}-a-${to}`, title: `Rejeições de ${from} a ${to}` };
}

/** The index by numbers: a page for each hundred, and one that links to them. */
export function rejectionLists(): SitePage[] {
  const byList = Map.groupBy(explainedCodes, ([code]) => listOf(code).path);
  const pages = [...byList].map(([path, codes]): SitePage => {
    const { title } = listOf(codes[0]?.[0] ?? '');
    const authority = authorityOf(codes[0]?.[0] ?? '');
    return {
      ...{ path, kind: 'lista', title, keywords: [], lang: 'pt-BR', list: sitePaths.rejections },
      summary: `${codes.length} códigos da ${authority}, cada um com a causa e o que fazer.`,
      markdown: () =>
        `# ${title}\n\nOs códigos da ${authority}. Cada um leva à causa e ao que fazer.\n\n${codes
          .map(
            ([code, rows]) => `- [${code}](rejeicao:${code}): ${escapedMarkdown(textOf(rows) ?? rows[0]?.cause ?? '')}`,
          )
          .join('\n')}\n`,
    };
  });
  const line = ({ path, title, summary }: SitePage): string =>
    `- [${title.replace('Rejeições d', 'D')}](pagina:${path}): ${summary}`;
  const of = (isService: boolean): string =>
    pages
      .filter(({ path }) => path.includes('/de-E') === isService)
      .map(line)
      .join('\n');
  const index: SitePage = {
    path: sitePaths.rejections,
    kind: 'lista',
    title: 'Rejeições da SEFAZ e da SEFIN Nacional',
    summary: `O que significa cada um de ${explainedCodes.size} códigos, por que acontece e o que fazer.`,
    keywords: ['rejeição', 'rejeitada', 'cStat', 'xMotivo', 'lista de rejeições', 'códigos de erro da SEFAZ'],
    lang: 'pt-BR',
    list: '',
    markdown: () => `# Rejeições da SEFAZ e da SEFIN Nacional

Uma nota rejeitada não vale, e o número dela não se perde: corrija o que a autoridade apontou e emita de novo. Para achar um código, escreva o número, ou palavras do motivo, na busca acima.

A resposta da API traz o código em \`rejection.code\`, a causa, o que fazer e, em \`rejection.help\`, o endereço da página do código.

## NF-e e NFC-e: códigos da SEFAZ

${of(false)}

## NFS-e: códigos da SEFIN Nacional

${of(true)}
`,
  };
  return [index, ...pages];
}
