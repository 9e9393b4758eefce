import type { ClientInput } from '../domain/clients/client-input.ts';
import { checkClient } from '../domain/clients/normalize.ts';
import type { Issue } from '../domain/errors.ts';
import { lettersToOne, plain, wrongLetters } from '../domain/spelling.ts';
import { type Contract, contract as published, type ContractOperation } from './contract.ts';

/** A fault as the validator reports it: a JSON pointer, an English message, and in `errorCode` the keyword before `.openapi.validation`. */
export type ValidatorFault = { path: string; message: string; errorCode?: string };

/** The request, and its operation. */
export type ValidatedRequest = {
  body?: unknown;
  query?: unknown;
  operation?: Pick<ContractOperation, 'id'> | undefined;
};

/** The parts of a contract with which a fault is put into words. */
type Words = Pick<Contract, 'sentences' | 'fieldsAt' | 'queryOf'>;

/** For so many faults the name that was meant is looked for; nobody reads more. */
const readAtMost = 100;

/**
 * The validator's faults as the API reports them: the path as the caller wrote it, and a sentence in Portuguese with the name that may have been
 * meant.
 *
 * @param words the contract that was broken; that of `/v1` by default
 */
export function validationIssues(
  faults: ValidatorFault[],
  asked: ValidatedRequest = {},
  words: Words = published,
): Issue[] {
  return faults.map((fault, at) => {
    const likely = at < readAtMost ? likelyMeant(fault, asked, words) : null;
    const hint = likely === null ? '' : ` (você quis dizer ${likely}?)`;
    return { path: callersPath(fault.path), message: sentence(fault, hint, words) };
  });
}

/** The name or value that is spelt most like the one that was sent; null where none is similar. */
function likelyMeant(
  fault: ValidatorFault,
  { operation, ...sent }: ValidatedRequest,
  { fieldsAt, queryOf }: Words,
): string | null {
  const [place = '', ...keys] = keysOf(fault.path);
  const name = keys.at(-1);
  if (!operation || name === undefined) return null;
  switch (keywordOf(fault)) {
    case 'additionalProperties':
      return meant(name, fieldsAt(operation.id, keys.slice(0, -1)));
    case 'enum': {
      const value = valueAt(place === 'query' ? sent.query : sent.body, keys);
      return typeof value === 'string' ? meant(value, allowedBy(fault).split(', ')) : null;
    }
    default:
      return place === 'query' && fault.message.startsWith('Unknown query') ? meant(name, queryOf(operation.id)) : null;
  }
}

function valueAt(from: unknown, keys: readonly string[]): unknown {
  return keys.reduce((value, key) => {
    const own = typeof value === 'object' && value !== null ? Object.getOwnPropertyDescriptor(value, key) : undefined;
    return own?.value as unknown;
  }, from);
}

/** The keys in a JSON pointer; the first is the part of the request (`body`, `query`). */
function keysOf(pointer: string): string[] {
  const [, ...keys] = pointer.split('/').map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'));
  return keys;
}

const keywordOf = ({ errorCode = '' }: ValidatorFault): string => errorCode.replace('.openapi.validation', '');

/** The allowed values of a field, as the validator lists them. */
function allowedBy({ message }: ValidatorFault): string {
  return message.replace(/^.*allowed values:? ?/, '').replace(/, (null)?$/, '');
}

/** A pointer as the caller writes it: `/body/items/0/quantity` is `items[0].quantity`; a query parameter or header is its name. */
function callersPath(pointer: string): string {
  const [place = '', ...keys] = keysOf(pointer);
  if (keys.length === 0) return place;
  return keys.reduce((path, key) => {
    if (/^\d+$/.test(key) && place === 'body') return `${path}[${key}]`;
    return path === '' ? key : `${path}.${key}`;
  }, '');
}

function sentence(fault: ValidatorFault, hint: string, { sentences }: Words): string {
  const { message } = fault;
  const bound = /-?\d+(?:\.\d+)?(?:e[+-]?\d+)?/.exec(message)?.[0] ?? '';
  const quoted = /"(.*)"/s.exec(message)?.[1] ?? '';
  switch (keywordOf(fault)) {
    case 'required':
      return 'é obrigatório';
    case 'additionalProperties':
      return `é desconhecido${hint || ': confira o nome na documentação'}`;
    case 'type':
    case 'x-eov-type':
      return `deve ser ${typesInWords(message)}`;
    case 'enum':
    case 'const':
      return `deve ser um destes: ${allowedBy(fault)}${hint}`;
    case 'minimum':
      return `deve ser no mínimo ${bound}`;
    case 'exclusiveMinimum':
      return `deve ser maior que ${bound}`;
    case 'maximum':
      return `deve ser no máximo ${bound}`;
    case 'exclusiveMaximum':
      return `deve ser menor que ${bound}`;
    case 'minLength':
      return bound === '1' ? 'não pode ser vazio' : `deve ter no mínimo ${bound} caracteres`;
    case 'maxLength':
      return `deve ter no máximo ${bound} caracteres`;
    case 'minItems':
      return `deve ter no mínimo ${bound} ${bound === '1' ? 'elemento' : 'elementos'}`;
    case 'maxItems':
      return `deve ter no máximo ${bound} elementos`;
    case 'pattern':
      return sentences.get(quoted) ?? 'não tem o formato esperado';
    case 'format':
      return formats[quoted] ?? `não tem o formato ${quoted}`;
    default:
      return otherwise(message, hint);
  }
}

const formats: Record<string, string> = {
  date: 'deve ser uma data que existe, como 2026-12-31',
  'date-time': 'deve ser data e hora com fuso, como 2026-11-21T10:30:00-03:00',
};

const typeWords: Record<string, string> = {
  string: 'texto',
  number: 'número',
  integer: 'número inteiro',
  boolean: 'true ou false',
  array: 'lista',
  object: 'objeto',
};

function typesInWords(message: string): string {
  const types = message.replace(/^must be /, '').split(',');
  return types
    .filter((type) => type !== 'null')
    .map((type) => typeWords[type] ?? type)
    .join(' ou ');
}

/** Sentences for faults of query parameters, which the validator reports without a keyword. */
function otherwise(message: string, hint: string): string {
  if (message.startsWith('Unknown query')) return `é um parâmetro desconhecido${hint}`;
  if (message.startsWith('Empty value')) return 'não pode ser vazio';
  if (message.includes('must be url encoded'))
    return 'tem caracteres que na URL vão codificados, como / (%2F) e : (%3A)';
  return 'é inválido';
}

/** Longer texts are not taken for misspelt names. */
const longest = 64;

/**
 * The name that somebody may have meant: the one with which the written name begins (`ncm` in `ncmCode`), else the most similar one; null where none
 * is similar.
 */
function meant(written: string, names: readonly string[]): string | null {
  if (written.length > longest || names.length === 0) return null;
  const spelt = plain(written);
  const byPlain = new Map(names.map((name) => [plain(name), name]));
  const nearest = beginning(spelt, [...byPlain.keys()]) ?? alike(spelt, [...byPlain.keys()]);
  return nearest === null ? null : (byPlain.get(nearest) ?? null);
}

function beginning(spelt: string, names: string[]): string | null {
  const begun = names.filter((name) => name.length >= lettersToOne && spelt.startsWith(name));
  return begun.toSorted((one, other) => other.length - one.length)[0] ?? null;
}

function alike(spelt: string, names: string[]): string | null {
  const near = names.flatMap((name) => {
    const wrong = wrongLetters(spelt, name);
    return wrong === null ? [] : [{ name, wrong }];
  });
  return near.toSorted((one, other) => one.wrong - other.wrong)[0]?.name ?? null;
}

/** Operations whose body has a whole client. */
const operations = ['createFiscalDocument', 'previewFiscalDocument'];

/**
 * Faults of the client in a sale that the contract refuses for something else, such as a document with wrong check digits: so the caller mends both
 * at once. Empty where the contract finds a fault in the client itself.
 *
 * @param issues why the contract refuses the body
 */
export function clientIssues(
  operation: ContractOperation | undefined,
  body: unknown,
  issues: readonly Issue[],
): Issue[] {
  if (!operation || !operations.includes(operation.handledBy)) return [];
  if (issues.some(({ path }) => path === '' || path.split('.')[0] === 'client') || !hasClient(body)) return [];
  return checkClient(body.client).faults.map(({ path = '', message }) => ({ path, message }));
}

/** Called only where the contract has found no fault in the client. */
function hasClient(body: unknown): body is { client: ClientInput } {
  return (
    typeof body === 'object' &&
    body !== null &&
    'client' in body &&
    typeof body.client === 'object' &&
    body.client !== null
  );
}
