import type { EntityManager } from '../../config/orm.ts';
import type { ClientSnapshot } from '../../domain/clients/snapshot.ts';
import { checkPayload } from '../../domain/documents/check/payload.ts';
import { type Draft, expectedTotal } from '../../domain/documents/compute/expected-total.ts';
import { expectedServiceTotal } from '../../domain/documents/compute/service.ts';
import type { DocumentPayload } from '../../domain/documents/payload.ts';
import type { RateTables } from '../../domain/taxation/rate-tables.ts';
import { type ActingCompany, issuerOf } from '../acting-company.ts';
import type { AskedSale } from './asked-sale.ts';
import { type ReadSale, readSale } from './read-sale.ts';

/** What a sale is judged with besides itself. */
export type Court = {
  company: ActingCompany;
  rates: RateTables;
  on: Date;
  /** Whether it is issued at once. */
  isIssued: boolean;
  /** Finds its recipient, once its form is known to be right. */
  recipient: () => Promise<ClientSnapshot>;
};

/** A sale that may be kept: what is stored of it, for whom, and what it will amount to, as far as that is known. */
export type Judged = { payload: DocumentPayload; client: ClientSnapshot; totalValue: string };

/**
 * Judges a sale as a whole: of a creation, or of a document that is changed.
 *
 * @throws DomainError with every fault of the sale, by stage
 */
export async function judgeSale(em: EntityManager, sale: AskedSale, court: Court): Promise<Judged> {
  const { company, recipient, rates, on, isIssued } = court;
  const read = await readSale(em, company, sale);
  const { payload } = read;
  checkPayload(payload, company.settings?.taxDefaults);
  const client = await recipient();
  return { payload, client, totalValue: totalOf(read, { issuer: issuerOf(company), client, rates, on, isIssued }) };
}

type Circumstances = Pick<Draft, 'issuer' | 'client' | 'on'> & { rates: RateTables; isIssued: boolean };

/** What the document will amount to, as far as it is known. */
function totalOf(read: ReadSale, { rates, ...draft }: Circumstances): string {
  switch (read.kind) {
    case 'goods':
      return expectedTotal({ ...draft, ...read, rates });
    case 'service':
      return expectedServiceTotal({ ...draft, ...read });
  }
}
