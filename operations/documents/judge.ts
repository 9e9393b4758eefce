import type { EntityManager } from '../../config/orm.ts';
import type { ClientSnapshot } from '../../domain/clients/snapshot.ts';
import type { Document } from '../../domain/documents/document.entity.ts';
import {
  type HeardClient,
  type Hearing,
  judgeGoods,
  judgeService,
  type Verdict,
} from '../../domain/documents/compute/verdict.ts';
import type { ComputedNote } from '../../domain/documents/computed-note.ts';
import type { ComputedService } from '../../domain/documents/computed-service.ts';
import type { DocumentPayload, GoodsPayload, ServicePayload } from '../../domain/documents/payload.ts';
import { type Fault, joined, refuse, refuseAny, triedLater } from '../../domain/faults.ts';
import type { ServiceRecords, TaxRecords } from '../../domain/taxation/levels/records.ts';
import type { LawTables } from '../../domain/taxation/law-tables.ts';
import { type ActingCompany, issuerOf } from '../acting-company.ts';
import { withDefaultTemplate } from '../records/named-records.ts';
import { serviceRecordsOf, taxRecordsOf } from '../records/tax-records.ts';
import type { AskedSale } from './asked-sale.ts';
import { originsOf } from './origins.ts';
import { presentSale } from './present-records.ts';
import { readSale } from './read-sale.ts';

/** What a sale is judged with besides itself; `on` is the moment of its issue. */
export type Court = { company: ActingCompany; rates: LawTables; on: Date };

/** A sale with what it would become, or why it cannot. */
export type JudgedSale =
  | { kind: 'goods'; payload: GoodsPayload; verdict: Verdict<ComputedNote> }
  | { kind: 'service'; payload: ServicePayload; verdict: Verdict<ComputedService> };

/** Judges a sale as a whole: its records, its recipient, its form, its taxes and its sums. `recipient` finds or keeps its client. */
export async function judgeSale(
  em: EntityManager,
  sale: AskedSale,
  { company, rates, on, recipient: find }: Court & { recipient: () => Promise<HeardClient> },
): Promise<JudgedSale> {
  const read = await readSale(em, company, sale);
  const circumstances = { issuer: issuerOf(company), recipient: await find(), rates, on };
  switch (read.kind) {
    case 'goods':
      return judgedGoods({ ...read, ...circumstances });
    case 'service':
      return judgedService({ ...read, ...circumstances });
  }
}

/** Judges the sale that a document keeps, as it would be issued: with the present data of the records that it names. */
export async function judgeKept(
  em: EntityManager,
  document: Pick<Document, 'company' | 'clientSnapshot'> & { payload: DocumentPayload },
  { company, rates, on }: Court,
): Promise<JudgedSale> {
  const { client, payload } = await presentSale(em, document);
  const circumstances = { issuer: issuerOf(company), recipient: { client, faults: [] }, rates, on };
  if (payload.type === 'NFSE') {
    const naming = { company: document.company, payload: withDefaultTemplate(payload, company.settings) };
    const { value: records, faults } = await triedLater(() => serviceRecordsOf(em, naming));
    return judgedService({ payload, records, faults, ...circumstances });
  }
  const { value: records, faults } = await triedLater(() => taxRecordsOf(em, { company: document.company, payload }));
  const origins = await originsOf(em, { company: company.id, environment: company.environment }, payload);
  return judgedGoods({ payload, records, faults, origins, ...circumstances });
}

function judgedGoods(hearing: Hearing<GoodsPayload, TaxRecords>): JudgedSale {
  return { kind: 'goods', payload: hearing.payload, verdict: judgeGoods(hearing) };
}

function judgedService(hearing: Hearing<ServicePayload, ServiceRecords>): JudgedSale {
  return { kind: 'service', payload: hearing.payload, verdict: judgeService(hearing) };
}

/** A sale that may be kept: what is stored of it, for whom, and what it will amount to; `warnings` say why it cannot be issued now. */
export type Keepable = { payload: DocumentPayload; client: ClientSnapshot; totalValue: string; warnings: Fault[] };

/**
 * @param ofCompany what the company lacks to issue it (`issuingFaults`)
 * @throws DomainError with every fault that neither taxes nor settings could mend
 */
export function keepable(judged: JudgedSale, ofCompany: Fault[]): Keepable {
  const { payload, verdict } = judged;
  if (verdict.kind === 'refused') return refuse(verdict.standing);
  const { client, total: totalValue } = verdict;
  return { payload, client, totalValue, warnings: standingAgainst(judged, ofCompany) };
}

/** `keepable` of a sale that is to be issued. @throws DomainError with every fault for which it cannot be */
export function issuable(judged: JudgedSale, ofCompany: Fault[]): Keepable {
  refuseAny(standingAgainst(judged, ofCompany));
  return keepable(judged, ofCompany);
}

/** Everything for which a sale cannot be issued now, its own faults first. */
export function standingAgainst({ verdict }: JudgedSale, ofCompany: Fault[]): Fault[] {
  return joined(verdict.faults, ofCompany);
}
