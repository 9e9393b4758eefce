import { type ErrorCode, errorCodes } from '../domain/errors.ts';
import { isExplained } from '../domain/rejections/explain.ts';

/** Where each part of the site begins, below its base. */
export const lists = {
  concepts: 'conceitos',
  guides: 'guias',
  panel: 'painel',
  operation: 'operacao',
  events: 'eventos',
  rejections: 'rejeicoes',
  errors: 'erros',
  fields: 'campos',
  reference: 'referencia',
  english: 'guides',
} as const;

/** Where the API has the site, and where the panel has it. */
export const bases = { api: '/docs', panel: '/ajuda' } as const;

/** The page of an error code, below the base. */
export function errorPath(code: ErrorCode): string {
  return `${lists.errors}/${code}`;
}

/** The page of an authority's code, below the base; undefined where nothing is said of it but the authority's words. */
export function rejectionPath(code: string | null): string | undefined {
  return code !== null && isExplained(code) ? `${lists.rejections}/${code}` : undefined;
}

/** Whether a text is the name of an error. */
export function isErrorCode(text: string): text is ErrorCode {
  return Object.hasOwn(errorCodes, text);
}
