import { type ErrorHelp, errorHelp } from '../../domain/error-help.ts';
import { type ErrorCode, errorCodes } from '../../domain/errors.ts';
import { errorPath, sitePaths } from '../addresses.ts';
import { type SitePage, escapedMarkdown } from '../page.ts';
import { fieldsLine, mendSections } from './mend-sections.ts';

const codes = Object.keys(errorCodes) as ErrorCode[];

/** One page for each error code of the API. */
export function errorPages(): SitePage[] {
  return codes.map((code) => {
    const help = errorHelp[code];
    return {
      path: errorPath(code),
      kind: 'erro',
      title: `${code}: ${lowered(help.title)}`,
      summary: help.cause,
      keywords: [code, `erro ${errorCodes[code]}`],
      lang: 'pt-BR',
      list: sitePaths.errors,
      markdown: () => pageOf(code, help),
    };
  });
}

function pageOf(code: ErrorCode, { title, cause, mend, fields }: ErrorHelp): string {
  const status = errorCodes[code];
  const others = codes.filter((other) => other !== code && isRelated(code, other));
  return `# ${title}

A API responde com o status **${status}** e o código \`${code}\`. Decida pelo código: o significado dele não muda. A mensagem é para pessoas, e pode mudar.

## Por que acontece

${escapedMarkdown(cause)}

${mendSections(mend)}
${fields === undefined ? '' : fieldsLine(fields)}
${others.length === 0 ? '' : `## Erros parecidos\n\n${others.map(line).join('\n')}\n`}`;
}

/** Whether two codes are about the same field, or have the same status and the same last word. */
function isRelated(code: ErrorCode, other: ErrorCode): boolean {
  const fields = errorHelp[code].fields ?? [];
  const isSameField = (errorHelp[other].fields ?? []).some((field) => fields.includes(field));
  const family = (name: string): string => name.split('_').at(-1) ?? '';
  return isSameField || (errorCodes[code] === errorCodes[other] && family(code) === family(other));
}

function line(code: ErrorCode): string {
  return `- [\`${code}\`](erro:${code}): ${escapedMarkdown(lowered(errorHelp[code].title))}.`;
}

function lowered(title: string): string {
  return /^[A-Z]{2}/.test(title) ? title : title.charAt(0).toLowerCase() + title.slice(1);
}

/** The list of all codes, by their HTTP status. */
export function errorList(): SitePage {
  const statuses = [...Map.groupBy(codes, (code) => errorCodes[code])];
  return {
    path: sitePaths.errors,
    kind: 'lista',
    title: 'Erros da API',
    summary: `Cada um dos ${codes.length} códigos de erro: o que significa, por que vem e o que fazer.`,
    keywords: ['erro', 'código de erro', 'status HTTP', '400', '401', '403', '404', '409', '422', '429', '500', '503'],
    lang: 'pt-BR',
    list: '',
    markdown: () => `# Erros da API

Todo erro tem a mesma forma. \`code\` é para programas, \`message\` para pessoas, \`help\` é o endereço da página do código, e \`requestId\` é o que se informa ao pedir ajuda.

\`\`\`json
{
  "statusCode": 400,
  "error": "Bad Request",
  "message": "items deve ter no mínimo 1 elemento.",
  "code": "validation_error",
  "requestId": "01a1fe4b-2f10-7c4e-9d3a-5b8c6e1f0a27",
  "help": "/docs/erros/validation_error",
  "issues": [{ "path": "items", "message": "deve ter no mínimo 1 elemento" }]
}
\`\`\`

Com 429 e 503, espere os segundos do cabeçalho \`Retry-After\` e repita o mesmo pedido, com a mesma \`Idempotency-Key\`. Os outros não mudam se forem só repetidos.

${statuses.map(([status, some]) => `## ${status}\n\n${some.map(line).join('\n')}\n`).join('\n')}`,
  };
}
