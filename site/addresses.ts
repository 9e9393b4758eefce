import { type ErrorCode, errorCodes } from '../domain/errors.ts';
import { isExplained } from '../domain/rejections/explain.ts';

/** The path of each part of the site, below its base. */
export const sitePaths = {
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

/** The base of the site in the API, and in the panel. */
export const bases = { api: '/docs', panel: '/ajuda' } as const;

/** The path of an error code's page, below the base. */
export function errorPath(code: ErrorCode): string {
  return `${sitePaths.errors}/${code}`;
}

/** The path of the page of an authority's code, below the base; undefined for a code without a page. */
export function rejectionPath(code: string | null): string | undefined {
  return code !== null && isExplained(code) ? `${sitePaths.rejections}/${code}` : undefined;
}

/** Whether a text is an error code. */
export function isErrorCode(text: string): text is ErrorCode {
  return Object.hasOwn(errorCodes, text);
}
