import { type CompanyScope, companyScopes } from '../domain/access/scopes.ts';
import { Refused } from './refused.ts';

/**
 * The scopes asked for, each of them known, none twice.
 *
 * @throws {Refused} `unknown_scope`
 */
export function readScopes({ scopes, allScopes }: { scopes?: string; allScopes?: true }): CompanyScope[] {
  if (allScopes) return [...companyScopes];
  const asked = new Set((scopes ?? '').split(/[\s,]+/).filter(Boolean));
  const unknown = [...asked].filter((scope) => !companyScopes.some((known) => known === scope));
  if (unknown.length > 0) {
    throw new Refused('unknown_scope', `Escopo desconhecido: ${unknown.join(', ')}. Há: ${companyScopes.join(', ')}.`);
  }
  return companyScopes.filter((scope) => asked.has(scope));
}
