import { hasPage, schemaName, type JsonSchema, schemaPath, type JsonSchemas } from '../schemas.ts';

/** The contract to whose schemas a text refers. */
export type SchemaScope = { schemas: JsonSchemas; isOfAdministration: boolean };

/** A field's type in words, with a link where the type has a page of its own. */
export function typeText(field: JsonSchema, tell: SchemaScope): string {
  const named = schemaName(field);
  if (named !== undefined) {
    const schema = tell.schemas[named] ?? {};
    if (!hasPage(schema)) return typeText(schema, tell);
    const codes = schema.enum && schema.enum.length <= shortList ? ` (${codesText(schema.enum)})` : '';
    return `[\`${named}\`](pagina:${schemaPath(named, tell.isOfAdministration)})${codes}`;
  }
  if (field.oneOf) return [...new Set(field.oneOf.map((each) => typeText(each, tell)))].join(' ou ');
  const types = [field.type ?? []].flat();
  // a decimal, which callers without a decimal type send as text
  const isDecimal = types.includes('number') && types.includes('string');
  const words = types.flatMap((type) => {
    if (isDecimal && type !== 'null') return type === 'number' ? `decimal, como número ou texto${limits(field)}` : [];
    if (type === 'null') return '`null`';
    if (type === 'array') return `lista de ${field.items ? itemText(field.items, tell) : 'valores'}${limits(field)}`;
    if (type === 'object' && typeof field.additionalProperties === 'object') {
      return `objeto que tem, por nome, ${typeText(field.additionalProperties, tell)}`;
    }
    return `${(field.format === undefined ? undefined : formats[field.format]) ?? typeWords[type] ?? type}${limits(field)}`;
  });
  if (!field.enum) return words.join(' ou ') || 'qualquer valor';
  return `${codesText(field.enum)}${types.includes('null') ? ' ou `null`' : ''}`;
}

/** The most values that are listed beside a field. */
const shortList = 8;

function codesText(codes: NonNullable<JsonSchema['enum']>): string {
  return codes
    .filter((code) => code !== null)
    .map((code) => `\`${String(code)}\``)
    .join(', ');
}

/** The type of a list's items, with their own limits. */
function itemText(items: JsonSchema, tell: SchemaScope): string {
  const [type = '', ...limited] = typeText(items, tell).split(/, (?=até|de \d|no mínimo|\d)/);
  return limited.length === 0 ? type : `${type} (${limited.join(', ')})`;
}

const typeWords: Readonly<Record<string, string>> = {
  string: 'texto',
  integer: 'número inteiro',
  number: 'número',
  boolean: '`true` ou `false`',
  object: 'objeto',
};
const formats: Readonly<Record<string, string>> = {
  date: 'data (`2026-11-29`)',
  'date-time': 'data e hora (`2026-11-29T12:00:00Z`)',
  uuid: 'id (UUID)',
  uri: 'endereço (URL)',
  email: 'e-mail',
};

function limits({ minLength, maxLength, minItems, maxItems, minimum, maximum }: JsonSchema): string {
  const of = (from: number | undefined, to: number | undefined, unit = ''): string[] => {
    const counted = (count: number): string => `${count}${unit && ` ${unit}${count === 1 ? '' : 's'}`}`;
    if (to === undefined) return from === undefined ? [] : [`no mínimo ${counted(from)}`];
    if (from === to) return [unit === '' ? `só ${to}` : counted(to)];
    return [from === undefined ? `até ${counted(to)}` : `de ${from} a ${counted(to)}`];
  };
  const told = [
    ...of(minLength, maxLength, 'caractere'),
    ...of(minItems, maxItems, 'elemento'),
    ...of(minimum, maximum),
  ];
  return told.length === 0 ? '' : `, ${told.join(', ')}`;
}

/** The value that applies where the field is not sent. */
export function defaultText({ default: value }: JsonSchema): string {
  return value === undefined || value === null
    ? ''
    : `, \`${JSON.stringify(value).replaceAll('"', '')}\` se não for enviado`;
}

/** Names of the schemas to which a field, or its items, refer. */
export function namedIn({ items, oneOf, ...field }: JsonSchema): string[] {
  return [schemaName(field) ?? [], items ? namedIn(items) : [], (oneOf ?? []).flatMap(namedIn)].flat();
}

/** A schema without a page of its own, such as that of an amount. */
export function scalarOf(name: string, schemas: JsonSchemas): JsonSchema | undefined {
  const schema = schemas[name];
  return schema && !hasPage(schema) ? schema : undefined;
}

/** A text of the contract with HTML's special characters escaped. */
export function escaped(text: string): string {
  return text
    .split(/(`[^`]*`)/)
    .map((part) => (part.startsWith('`') ? part : part.replaceAll('<', '&lt;')))
    .join('');
}
