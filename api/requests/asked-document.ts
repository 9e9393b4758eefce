import { carriageOf } from '../../catalog/carriage.ts';
import { namedRecords } from '../../catalog/named-records.ts';
import { taxRecords } from '../../catalog/tax-records.ts';
import type { EntityManager } from '../../config/orm.ts';
import type { AskedPayload } from '../../domain/documents/payload.ts';
import { refuseAny } from '../../domain/taxation/fault.ts';
import type { TaxRecords } from '../../domain/taxation/records.ts';
import type { Schema } from '../operations.ts';
import { checkRates } from './check-rates.ts';
import { documentPayload } from './document-payload.ts';
import { referenceFaults } from './references.ts';

/** The document that a creation or a preview asks for, and what its lines take their taxes from. */
export type AskedDocument = { payload: AskedPayload; records: TaxRecords };

/**
 * Reads the records that a body names, checks them and fills in what it leaves to them; its form is still to be checked. A body that
 * names none costs no query.
 *
 * @throws DomainError with every record that cannot be used, each with its path and under the code of the gravest; then with every rate of
 *   more places than the layout has
 */
export async function askedDocument(
  em: EntityManager,
  companyId: string,
  body: Schema<'FiscalDocumentCreation'>,
): Promise<AskedDocument> {
  const named = await namedRecords(em, companyId, body);
  const found = { ...named, carriage: await carriageOf(em, companyId, body.transport?.carrierId) };
  refuseAny(referenceFaults(body, found));
  const payload = documentPayload(body, found);
  checkRates(payload);
  return { payload, records: taxRecords(payload, found) };
}
