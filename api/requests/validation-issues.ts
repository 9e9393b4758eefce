import type { Issue } from '../../domain/errors.ts';
import { patternSentences } from '../../openapi/contract.ts';

/** A fault as the validator reports it: a JSON pointer, an English message, and the keyword in front of `.openapi.validation`. */
export type ValidatorFault = { path: string; message: string; errorCode?: string };

/** The validator's faults as the API tells them: the path as the caller wrote it, the sentence in Portuguese. */
export function validationIssues(faults: ValidatorFault[]): Issue[] {
  return faults.map((fault) => ({ path: callersPath(fault.path), message: sentence(fault) }));
}

/** `/body/items/0/quantity` is `items[0].quantity`; a query parameter or header is its own name. */
function callersPath(pointer: string): string {
  const [, place = '', ...keys] = pointer.split('/').map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'));
  if (keys.length === 0) return place;
  return keys.reduce((path, key) => {
    if (/^\d+$/.test(key) && place === 'body') return `${path}[${key}]`;
    return path === '' ? key : `${path}.${key}`;
  }, '');
}

function sentence({ message, errorCode = '' }: ValidatorFault): string {
  const keyword = errorCode.replace('.openapi.validation', '');
  const bound = /-?\d+(?:\.\d+)?(?:e[+-]?\d+)?/.exec(message)?.[0] ?? '';
  const quoted = /"(.*)"/s.exec(message)?.[1] ?? '';
  switch (keyword) {
    case 'required':
      return 'é obrigatório';
    case 'additionalProperties':
      return 'é desconhecido: confira o nome na documentação';
    case 'type':
    case 'x-eov-type':
      return `deve ser ${typesInWords(message)}`;
    case 'enum':
    case 'const':
      return `deve ser um destes: ${message.replace(/^.*allowed values:? ?/, '').replace(/, (null)?$/, '')}`;
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
      return patternSentences.get(quoted) ?? 'não tem o formato esperado';
    case 'format':
      return formats[quoted] ?? `não tem o formato ${quoted}`;
    default:
      return otherwise(message);
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

/** Query parameters are reported without a keyword. */
function otherwise(message: string): string {
  if (message.startsWith('Unknown query')) return 'é um parâmetro desconhecido';
  if (message.startsWith('Empty value')) return 'não pode ser vazio';
  if (message.includes('must be url encoded'))
    return 'tem caracteres que na URL vão codificados, como / (%2F) e : (%3A)';
  return 'é inválido';
}
