import { sitePaths, isErrorCode } from '../addresses.ts';
import { isGood, type OperationFacts, operationFacts } from '../operation-facts.ts';
import { administrationApi, api } from '../operations.ts';
import type { SitePage } from '../page.ts';
import { hasPage, type JsonSchema, schemaPath, schemasOf } from '../schemas.ts';
import type { ReferenceContract } from '../reference-contract.ts';
import { defaultText, escaped, namedIn, scalarOf, type SchemaScope, typeText } from './types-in-words.ts';

/** A contract whose schemas get pages. */
type Of = { isOfAdministration: boolean; told: ReferenceContract; title: string };

const contracts: readonly Of[] = [
  { isOfAdministration: false, told: api, title: 'Campos da API' },
  { isOfAdministration: true, told: administrationApi, title: 'Campos da API de administração' },
];

/**
 * A page for each schema of both contracts, on which every field and every value has an address, which the pages of calls do not give them. They are
 * not in the search index, because the guides explain what a field is for.
 */
export function fieldPages(): SitePage[] {
  return contracts.flatMap((of) => {
    const schemas = schemasOf(of.told.description());
    const operations = operationFacts(of.told.description());
    const names = Object.entries(schemas).flatMap(([name, schema]) => (hasPage(schema) ? name : []));
    return [listOf(of, names), ...names.map((name) => pageOf(name, of, operations))];
  });
}

function listOf({ isOfAdministration, title }: Of, names: readonly string[]): SitePage {
  const summary = `Cada objeto e cada lista de códigos, com um endereço para cada campo: ${names.length} páginas.`;
  return {
    path: listPath(isOfAdministration),
    kind: 'lista',
    title,
    summary,
    keywords: ['campos', 'lista de campos', 'dicionário de dados', 'schemas', 'modelos', 'endereço de um campo'],
    lang: 'pt-BR',
    list: isOfAdministration ? sitePaths.fields : '',
    markdown: () =>
      `# ${title}\n\n${summary} Comece pelo que a sua chamada envia ou recebe.\n\n${
        isOfAdministration ? '' : `Os da administração estão em [outra lista](pagina:${listPath(true)}).\n\n`
      }${names
        .toSorted((one, other) => one.localeCompare(other))
        .map((name) => `- [\`${name}\`](pagina:${schemaPath(name, isOfAdministration)})`)
        .join('\n')}\n`,
  };
}

const listPath = (isOfAdministration: boolean): string =>
  isOfAdministration ? `${sitePaths.fields}/administracao` : sitePaths.fields;

function pageOf(name: string, of: Of, operations: readonly OperationFacts[]): SitePage {
  return {
    path: schemaPath(name, of.isOfAdministration),
    kind: 'campo',
    title: `Campos de ${name}${of.isOfAdministration ? ', da administração' : ''}`,
    summary: `Cada campo de ${name}: o que é, de que tipo, e se é obrigatório.`,
    keywords: [name],
    lang: 'pt-BR',
    list: listPath(of.isOfAdministration),
    markdown: () => textOf(name, of, operations),
  };
}

function textOf(name: string, { isOfAdministration, told }: Of, operations: readonly OperationFacts[]): string {
  const schemas = schemasOf(told.description());
  const schema = schemas[name] ?? {};
  const tell: SchemaScope = { schemas, isOfAdministration };
  const fields = Object.entries(schema.properties ?? {}).map(([field, of]) =>
    fieldText(field, of, schema.required?.includes(field) ?? false, tell),
  );
  return `# \`${name}\`

${escaped(schema.description ?? '')}

${fields.length > 0 ? `## Campos\n\n${fields.join('\n')}` : `## Códigos\n\n${(schema.enum ?? []).map(codeText).join('\n')}`}
${callsWith(name, operations, told)}
${usedIn(name, tell)}`;
}

/** The calls that send or return a schema, without the offices' variants of calls. */
function callsWith(name: string, operations: readonly OperationFacts[], told: ReferenceContract): string {
  const calls = operations.filter(({ id, body, answers }) => {
    const sent = body ? namedIn(body.schema) : [];
    const back = answers.filter(isGood).flatMap(({ contents }) => contents.flatMap(({ schema }) => namedIn(schema)));
    return !id.endsWith('OfCompany') && [...sent, ...back].includes(name);
  });
  return calls.length === 0
    ? ''
    : `## Chamadas

${calls.map(({ id, summary, method, path }) => `- [${summary}](pagina:${told.placeOf(id) ?? ''}): \`${method} ${path}\``).join('\n')}
`;
}

function fieldText(name: string, field: JsonSchema, isRequired: boolean, tell: SchemaScope): string {
  const told = [field.description, ...namedIn(field).map((each) => scalarOf(each, tell.schemas)?.description)];
  return `### \`${name}\`

${isRequired ? '**Obrigatório**' : 'Opcional'} · ${typeText(field, tell)}${defaultText(field)}

${told.map((text) => escaped(text ?? '')).join('\n\n')}
`;
}

/** The heading of a value, with a link where the value is an error code. */
function codeText(code: string | number | boolean | null): string {
  const word = String(code);
  return `### \`${word}\`\n${isErrorCode(word) ? `\n[Por que vem, e o que fazer](erro:${word})\n` : ''}`;
}

/** The schemas that have this one as a field. */
function usedIn(name: string, { schemas, isOfAdministration }: SchemaScope): string {
  const users = Object.entries(schemas).filter(
    ([other, schema]) =>
      other !== name &&
      hasPage(schema) &&
      Object.values(schema.properties ?? {}).some((each) => namedIn(each).includes(name)),
  );
  if (users.length === 0) return '';
  return `## Onde aparece

${users.map(([user]) => `- [\`${user}\`](pagina:${schemaPath(user, isOfAdministration)})`).join('\n')}
`;
}
