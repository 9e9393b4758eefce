import type { z } from 'zod';
import type { Issue } from './errors.ts';

/** zod's messages in Portuguese, for schemas without their own. */
export const portugueseMessages: z.core.$ZodErrorMap = (issue) => {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined ? 'é obrigatório' : `deve ser ${kinds[issue.expected] ?? issue.expected}`;
    case 'invalid_value':
      return `deve ser ${issue.values.map(String).join(', ')}`;
    case 'unrecognized_keys':
      return `tem campos desconhecidos: ${issue.keys.join(', ')}`;
    case 'too_small':
      return `deve ter no mínimo ${measure(issue.minimum, issue.origin)}`;
    case 'too_big':
      return `deve ter no máximo ${measure(issue.maximum, issue.origin)}`;
    case 'invalid_key':
      return issue.issues[0]?.message ?? 'é inválido';
    default:
      return 'é inválido';
  }
};

/** zod's faults as the API and the command line report them: one per field, with the path as the caller wrote it. */
export function issuesOf(error: z.ZodError): Issue[] {
  return error.issues.map(({ path, message }) => ({
    path: path
      .map((part) => (typeof part === 'number' ? `[${part}]` : `.${String(part)}`))
      .join('')
      .replace(/^\./, ''),
    message,
  }));
}

const kinds: Record<string, string> = {
  string: 'um texto',
  number: 'um número',
  int: 'um número inteiro',
  boolean: 'true ou false',
  object: 'um objeto',
  array: 'uma lista',
};

function measure(limit: number | bigint, origin: string): string {
  if (origin === 'string') return `${limit} caracteres`;
  return origin === 'array' ? `${limit} itens` : `o valor ${limit}`;
}
