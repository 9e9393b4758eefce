import type { Orm } from '../../config/orm.ts';
import type { ClientSnapshot } from '../../domain/clients/snapshot.ts';
import type { Issuer } from '../../domain/companies/settings.ts';
import { computeNote } from '../../domain/documents/compute/note.ts';
import { computeService } from '../../domain/documents/compute/service.ts';
import type { ComputedNote } from '../../domain/documents/computed-note.ts';
import type { ComputedService } from '../../domain/documents/computed-service.ts';
import type { GoodsPayload, ServicePayload } from '../../domain/documents/payload.ts';
import { DomainError } from '../../domain/errors.ts';
import type { RateTables } from '../../domain/taxation/rate-tables.ts';
import { type ActingCompany, issuerOf } from '../acting-company.ts';
import { inCompany } from '../in-company.ts';
import type { AskedSale } from './asked-sale.ts';
import { readSale } from './read-sale.ts';
import { expectedRecipient, type Recipient } from './recipient.ts';

/** `client` is the recipient, `on` the moment that all was computed for. */
type Computed = { client: ClientSnapshot; on: Date };
export type GoodsPreview = Computed & {
  kind: 'goods';
  note: ComputedNote;
  payload: GoodsPayload;
  rates: RateTables;
};
export type ServicePreview = Computed & { kind: 'service'; service: ComputedService; payload: ServicePayload };

/** A document that was computed and is not kept. */
export type Preview = GoodsPreview | ServicePreview;

/**
 * Computes what a sale would become if it were emitted now, and keeps nothing.
 *
 * @throws DomainError with every fault of the sale, by stage; `invalid_state` while the company has no fiscal settings
 */
export async function previewDocument(
  { orm, rates }: { orm: Orm; rates: RateTables },
  company: ActingCompany,
  { sale, recipient }: { sale: AskedSale; recipient: Recipient },
): Promise<Preview> {
  const issuer = configured(company);
  const [read, client] = await inCompany(orm, company.id, async (em) => [
    await readSale(em, company, sale),
    await expectedRecipient(em, recipient),
  ]);
  const on = new Date();
  switch (read.kind) {
    case 'goods':
      return { ...read, note: computeNote({ ...read, issuer, client, rates, on }), client, on, rates };
    case 'service':
      return { ...read, service: computeService({ ...read, issuer, client, on }), client, on };
  }
}

function configured(company: ActingCompany): Issuer {
  const issuer = issuerOf(company);
  if (issuer) return issuer;
  const message =
    'A empresa não tem configurações fiscais. Preencha-as com "lavra company set" e peça a prévia de novo.';
  throw new DomainError('invalid_state', message);
}
