import { v7 as uuid } from 'uuid';
import type { EntityManager } from '../../../config/orm.ts';
import type { ClientSnapshot } from '../../../domain/clients/client-input.ts';
import type { Company } from '../../../domain/companies/company.entity.ts';
import { type ComputedGoods, Document } from '../../../domain/documents/document.entity.ts';
import type { ComputedNote } from '../../../domain/documents/computed-note.ts';
import { computeNote } from '../../../domain/documents/compute/note.ts';
import type { GoodsPayload } from '../../../domain/documents/payload.ts';
import { lawTables } from '../../../domain/taxation/law-tables.ts';

/** A sale of goods to be written as a row, and the moment at which it counts as authorized. */
export type SaleRow = {
  company: Pick<Company, 'id' | 'taxId' | 'name' | 'environment' | 'settings'>;
  payload: GoodsPayload;
  client: ClientSnapshot;
  on: Date;
  number: number;
  computed?: ComputedGoods;
};

/** Writes the row of a sale as if the authority had authorized it, computed as of its moment; it has no XML. */
export function authorizedSale(
  em: EntityManager,
  { company, payload, client, on, number, computed }: SaleRow,
): Document {
  const content = computed ?? computedAt({ company, payload, client, on });
  const document = em.create(Document, {
    id: uuid(),
    company: company.id,
    type: payload.type,
    environment: company.environment,
    series: 1,
    number,
    totalValue: content.totals.note,
    issueDateTime: on,
    clientSnapshot: client,
    payload,
    computed: content,
  });
  document.authorize({ protocol: '135260000000001', authorizedAt: on, cStat: '100', alerts: [] });
  return document;
}

function computedAt({
  company,
  payload,
  client,
  on,
}: Pick<SaleRow, 'company' | 'payload' | 'client' | 'on'>): ComputedGoods {
  const { taxId, name, environment, settings } = company;
  if (!settings) throw new Error('The company has no settings');
  const issuer = { taxId, name, tradeName: null, environment, settings };
  return withoutIssuer(computeNote({ issuer, payload, client, rates: lawTables({}), on }));
}

function withoutIssuer({ issuer: _issuer, ...content }: ComputedNote): ComputedGoods {
  return content;
}
