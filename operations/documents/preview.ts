import type { Orm } from '../../config/orm.ts';
import type { ClientSnapshot } from '../../domain/clients/snapshot.ts';
import type { Issuer } from '../../domain/companies/settings.ts';
import { issued } from '../../domain/documents/check/payload.ts';
import { computeNote } from '../../domain/documents/compute/note.ts';
import type { ComputedNote } from '../../domain/documents/computed-note.ts';
import type { GoodsPayload } from '../../domain/documents/payload.ts';
import { DomainError } from '../../domain/errors.ts';
import type { RateTables } from '../../domain/taxation/rate-tables.ts';
import { type ActingCompany, issuerOf } from '../acting-company.ts';
import { inCompany } from '../in-company.ts';
import type { AskedSale } from './asked-sale.ts';
import { readSale } from './read-sale.ts';
import { expectedRecipient, type Recipient } from './recipient.ts';

/** A note that was computed and is not kept; `client` is its recipient, `on` the moment it was computed for. */
export type Preview = { note: ComputedNote; payload: GoodsPayload; client: ClientSnapshot; on: Date };

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
  const {
    payload: asked,
    records,
    client,
  } = await inCompany(orm, company.id, async (em) => ({
    ...(await readSale(em, company.id, sale)),
    client: await expectedRecipient(em, recipient),
  }));
  const payload = issued(asked);
  const on = new Date();
  return { note: computeNote({ issuer, client, payload, records, rates, on }), payload, client, on };
}

function configured(company: ActingCompany): Issuer {
  const issuer = issuerOf(company);
  if (issuer) return issuer;
  const message =
    'A empresa não tem configurações fiscais. Preencha-as com "lavra company set" e peça a prévia de novo.';
  throw new DomainError('invalid_state', message);
}
