import type { Orm } from '../../config/orm.ts';
import type { ClientSnapshot } from '../../domain/clients/client-input.ts';
import type { SaleCheck } from '../../domain/documents/compute/check-sale.ts';
import type { ComputedNote } from '../../domain/documents/computed-note.ts';
import type { ComputedService } from '../../domain/documents/computed-service.ts';
import type { GoodsPayload, ServicePayload } from '../../domain/documents/payload.ts';
import { refuse } from '../../domain/faults.ts';
import type { LawTables } from '../../domain/taxation/law-tables.ts';
import type { ActingCompany } from '../acting.ts';
import { inCompany } from '../in-company.ts';
import { checkSale } from './check-sale.ts';
import { expectedRecipient, type Recipient } from './recipient.ts';
import type { SaleRequest } from './sale-request.ts';

/** `client` is the recipient, `on` the moment for which everything was computed. */
type PreviewBasis = { client: ClientSnapshot; on: Date };
export type GoodsPreview = PreviewBasis & {
  kind: 'goods';
  note: ComputedNote;
  payload: GoodsPayload;
  rates: LawTables;
};
export type ServicePreview = PreviewBasis & { kind: 'service'; service: ComputedService; payload: ServicePayload };

/** A document that was computed and not stored. */
export type Preview = GoodsPreview | ServicePreview;

/**
 * Computes what a sale would become if it were issued now, and stores nothing.
 *
 * @throws DomainError with every fault for which the sale cannot be issued; `invalid_state` while the company has no fiscal settings
 */
export async function previewDocument(
  { orm, rates }: { orm: Orm; rates: LawTables },
  company: ActingCompany,
  { sale, recipient }: { sale: SaleRequest; recipient: Recipient },
): Promise<Preview> {
  const on = new Date();
  const checked = await inCompany(orm, company.id, (em) =>
    checkSale(em, sale, { company, rates, on, recipient: () => expectedRecipient(em, recipient) }),
  );
  switch (checked.kind) {
    case 'goods': {
      const { client, computed: note } = computedOf(checked.check);
      return { kind: 'goods', payload: checked.payload, note, client, on, rates };
    }
    case 'service': {
      const { client, computed: service } = computedOf(checked.check);
      return { kind: 'service', payload: checked.payload, service, client, on };
    }
  }
}

function computedOf<Content>(check: SaleCheck<Content>): { client: ClientSnapshot; computed: Content } {
  return check.kind === 'issuable' ? check : refuse(check.faults);
}
