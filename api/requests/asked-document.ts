import { carriageOf } from '../../catalog/carriage.ts';
import { namedRecords } from '../../catalog/named-records.ts';
import { taxRecords } from '../../catalog/tax-records.ts';
import type { EntityManager } from '../../config/orm.ts';
import { checkPayload } from '../../domain/documents/check-payload.ts';
import type { DocumentPayload } from '../../domain/documents/payload.ts';
import { refuseAny } from '../../domain/taxation/fault.ts';
import type { TaxRecords } from '../../domain/taxation/records.ts';
import type { Caller } from '../locals.ts';
import type { Schema } from '../operations.ts';
import { refuseAdjustments } from './adjustments.ts';
import { checkRates } from './check-rates.ts';
import { documentPayload } from './document-payload.ts';
import { referenceFaults } from './references.ts';

/** The document that a creation or a preview asks for, and what its lines take their taxes from. */
export type AskedDocument = { payload: DocumentPayload; records: TaxRecords };

/**
 * Reads the records that a body names, checks them and fills in what it leaves to them. A body that names none costs no query.
 *
 * @throws DomainError for the records first, every one with its path and under the code of the gravest; then for the form
 */
export async function askedDocument(
  em: EntityManager,
  { companyId, company }: Caller,
  body: Schema<'FiscalDocumentCreation'>,
): Promise<AskedDocument> {
  refuseAdjustments(body);
  const named = await namedRecords(em, companyId, body);
  const found = { ...named, carriage: await carriageOf(em, companyId, body.transport?.carrierId) };
  refuseAny(referenceFaults(body, found));
  const payload = documentPayload(body, found);
  checkRates(payload);
  checkPayload(payload, company.settings?.taxDefaults);
  return { payload, records: taxRecords(payload, found) };
}
