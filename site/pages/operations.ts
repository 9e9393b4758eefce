import { isErrorCode, sitePaths } from '../addresses.ts';
import {
  type OperationResponse,
  type RequestBody,
  isGood,
  type OperationFacts,
  operationFacts,
  type Parameter,
} from '../operation-facts.ts';
import { administrationApi, api } from '../operations.ts';
import { formPlace, type SitePage } from '../page.ts';
import { fieldAnchor, schemaName, type JsonSchema, schemaPath, schemasOf } from '../schemas.ts';
import { curlOf } from './curl.ts';
import { referenceList } from './reference.ts';
import { defaultText, escaped, namedIn, scalarOf, type SchemaScope, typeText } from './types-in-words.ts';

/** What the pages of both contracts are made with. */
const contracts = [
  { told: api, isOfAdministration: false },
  { told: administrationApi, isOfAdministration: true },
];

/** The reference: for each contract a list of its calls, and a page for each call. */
export function referencePages(): SitePage[] {
  return contracts.flatMap(({ told, isOfAdministration }) => {
    const operations = operationFacts(told.description());
    const tell: SchemaScope = { schemas: schemasOf(told.description()), isOfAdministration };
    const calls = new Map(operations.map(({ id, method, path }) => [`${method} ${path}`, id]));
    const linked = (text: string): string => withLinks(text, (call) => told.placeOf(calls.get(call) ?? ''));
    return [
      referenceList(told, operations, isOfAdministration),
      ...operations.map((operation): SitePage => {
        const counterpart = operations.find(({ id }) => id === `${operation.id}OfCompany`);
        return {
          path: told.placeOf(operation.id) ?? '',
          kind: 'operacao',
          title: `${operation.summary} · ${operation.method} ${operation.path}`,
          summary: `${operation.method} ${operation.path}: o que enviar, o que volta e um exemplo.`,
          keywords: [],
          lang: 'pt-BR',
          ...{ list: told.path, part: operation.tag, call: operation },
          markdown: () => textOf(operation, { tell, linked, counterpart }),
        };
      }),
    ];
  });
}

type How = { tell: SchemaScope; linked: (text: string) => string; counterpart: OperationFacts | undefined };

function textOf(operation: OperationFacts, { tell, linked, counterpart }: How): string {
  const { method, path, summary, description, parameters, body, answers } = operation;
  const sections = [
    linked(description),
    keyText(operation),
    counterpart &&
      linked(`Um escritório faz o mesmo por uma empresa da carteira: \`${counterpart.method} ${counterpart.path}\`.`),
    parameters.length > 0 &&
      `## Parâmetros\n\n${parameters.map((each) => parameterText(each, tell, linked)).join('\n')}`,
    body && bodyText(body, tell),
    `## Exemplo\n\n${exampleText(operation)}`,
    otherBodies(operation),
    `## O que volta\n\n${answers
      .filter(isGood)
      .map((each) => answerText(each, tell, linked))
      .join('\n')}`,
    refusals(answers, linked),
  ];
  return `# ${summary}\n\n\`${method} ${path}\`\n\n${formPlace}\n\n${sections.filter(Boolean).join('\n\n')}\n`;
}

const keys: Readonly<Record<string, string>> = {
  apiKey: 'Pede a chave de uma empresa (`ck_…`)',
  officeKey: 'Pede a chave de um escritório (`ok_…`)',
  adminKey: 'Pede uma chave de administração (`lk_…`)',
};

function keyText({ key }: OperationFacts): string {
  if (!key) return 'Não pede chave.';
  const scopes = key.scopes.map((scope) => `\`${scope}\``).join(' e ');
  return `${keys[key.kind] ?? ''}${scopes === '' ? '.' : `, com ${key.scopes.length === 1 ? 'a permissão' : 'as permissões'} ${scopes}.`}`;
}

const places = { path: 'no caminho', query: 'depois do `?`', header: 'cabeçalho' } as const;

function parameterText(parameter: Parameter, tell: SchemaScope, linked: How['linked']): string {
  const { name, in: place, required, description = '', schema } = parameter;
  const scalar = scalarOf(schemaName(schema) ?? '', tell.schemas)?.description ?? '';
  return `### \`${name}\`

${required ? '**Obrigatório**' : 'Opcional'} · ${places[place]} · ${typeText(schema, tell)}${defaultText(schema)}

${linked([description, scalar].filter(Boolean).join('\n\n'))}
`;
}

/** The section about a body: one sentence about each field, with a link to its description. */
function bodyText({ isRequired, schema }: RequestBody, tell: SchemaScope): string {
  const name = [schema, ...(schema.oneOf ?? [])].map(schemaName).find((each) => each !== undefined);
  const { properties = {}, required = [] } = tell.schemas[name ?? ''] ?? {};
  const place = schemaPath(name ?? '', tell.isOfAdministration);
  const line = ([field, told]: [string, JsonSchema]): string => {
    const isRequiredField = required.includes(field);
    // A field that is absent and one that is `null` are the same everywhere.
    const type = typeText(told, tell).replace(isRequiredField ? '' : / ou `null`$/, '');
    const [{ description: ofType = '' } = {}] = namedIn(told).map((each) => tell.schemas[each] ?? {});
    const { description = ofType } = told;
    const said = escaped(firstSentence(description));
    return `- [\`${field}\`](pagina:${place}#${fieldAnchor(field)})${isRequiredField ? ', **obrigatório**' : ''}: ${type}.${said === '' ? '' : ` ${said}`}`;
  };
  return `## O que enviar

JSON${isRequired ? '' : ', se quiser'}: ${typeText(schema, tell)}. Cada nome leva ao que se sabe do campo.

${Object.entries(properties).map(line).join('\n')}`;
}

/** The second and further examples of a body. */
function otherBodies({ body }: OperationFacts): string {
  const others = (body?.examples ?? [])
    .slice(1)
    .map(
      ({ title, value }) =>
        `### ${title.replace(/\.$/, '')}\n\n\`\`\`json\n${JSON.stringify(value, null, 2)}\n\`\`\`\n`,
    );
  return others.length === 0 ? '' : `## Outros corpos\n\n${others.join('\n')}`;
}

function firstSentence(text: string): string {
  const [paragraph = ''] = text.split('\n\n');
  return /^.*?[^.\d][.](?=\s+[A-ZÀ-Ý`]|$)/s.exec(paragraph)?.[0] ?? paragraph;
}

function exampleText(operation: OperationFacts): string {
  const [example] = operation.body?.examples ?? [];
  const title = example?.title ? `${example.title.replace(/\.$/, '')}.\n\n` : '';
  return `${title}\`\`\`sh\n${curlOf(operation)}\n\`\`\``;
}

const files: Readonly<Record<string, string>> = {
  'application/pdf': 'um PDF',
  'application/xml': 'um XML',
  'application/zip': 'um ZIP',
  'image/jpeg': 'uma imagem JPEG',
  'image/png': 'uma imagem PNG',
};

function answerText(
  { status, description, contents, headers }: OperationResponse,
  tell: SchemaScope,
  linked: How['linked'],
): string {
  const kinds = contents.map(({ type, schema }) => files[type] ?? `JSON, ${typeText(schema, tell)}`);
  const [shown] = contents.filter(({ type, example }) => type === 'application/json' && example !== undefined);
  return `### ${status}

${linked(description)}

${kinds.length === 0 ? 'Sem corpo.' : `Vem ${kinds.join(' ou ')}.`}
${headers.map(({ name, description: said }) => `\n- Cabeçalho \`${name}\`: ${linked(said)}`).join('')}
${shown ? `\n\`\`\`json\n${JSON.stringify(shown.example, null, 2)}\n\`\`\`\n` : ''}`;
}

/** The error codes of a call, linked to their pages. */
function refusals(answers: OperationResponse[], linked: How['linked']): string {
  const lines = answers
    .filter((answer) => !isGood(answer))
    .map(({ status, description }) => {
      const text = linked(description).replaceAll(/\s*\n+\s*/g, ' ');
      return `- **${status === 'default' ? 'Outro' : status}**: ${text}`;
    });
  return lines.length === 0
    ? ''
    : `## Quando é recusado\n\nTodo erro tem [a mesma forma](pagina:${sitePaths.errors}).\n\n${lines.join('\n')}`;
}

/** A text of the contract, in which error codes and calls are links. */
function withLinks(text: string, placeOf: (call: string) => string | undefined): string {
  return escaped(text).replaceAll(/`([^`]+)`/g, (code, word: string) => {
    if (isErrorCode(word)) return `[${code}](erro:${word})`;
    const place = placeOf(word);
    return place === undefined ? code : `[${code}](pagina:${place})`;
  });
}
