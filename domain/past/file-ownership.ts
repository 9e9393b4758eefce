import { issuerOfKey, roleOf } from '../received/arrival.ts';
import { PastRefused } from './past-refused.ts';
import type { PastXml } from './read-past.ts';

/**
 * How a file of the past relates to the company. `own`: the company issued the note, or inutilized the numbers. `received`: others issued the note to
 * it, or the company registered an event of a note of others. `foreign`: an event that others registered about a note of others; it is kept where
 * that note is.
 */
export type FileOwnership = 'own' | 'received' | 'foreign';

/**
 * How a file relates to the company.
 *
 * @param taxId CNPJ or CPF of the company
 * @throws PastRefused `other_company`
 */
export function ownershipOf(file: PastXml, taxId: string): FileOwnership {
  if (file.kind === 'range') {
    if (file.taxId === taxId) return 'own';
    throw new PastRefused('other_company', `A inutilização é de ${file.taxId}, e não da empresa.`);
  }
  const { arrival } = file;
  if (arrival.kind === 'event') {
    if (issuerOfKey(arrival.model, arrival.accessKey) === taxId) return 'own';
    return arrival.author === taxId ? 'received' : 'foreign';
  }
  if (arrival.issuer.taxId === taxId) return 'own';
  if (roleOf(arrival, taxId) !== 'OTHER' || arrival.parties.intermediary === taxId) return 'received';
  const { recipient } = arrival.parties;
  const whom = recipient === null ? 'quem não tem CNPJ nem CPF' : recipient;
  throw new PastRefused('other_company', `A nota é de ${arrival.issuer.taxId} para ${whom}, e não da empresa.`);
}
