import type { EntityManager } from '../../config/orm.ts';
import type { ClientSnapshot } from '../../domain/clients/client-input.ts';
import {
  type CheckedRecipient,
  checkGoods,
  checkService,
  type SaleCheck,
  type SaleToCheck,
} from '../../domain/documents/compute/check-sale.ts';
import { lineDoubts, serviceDoubts } from '../../domain/documents/compute/doubts.ts';
import type { ComputedNote } from '../../domain/documents/computed-note.ts';
import type { ComputedService } from '../../domain/documents/computed-service.ts';
import type { Document } from '../../domain/documents/document.entity.ts';
import type { DocumentPayload, GoodsPayload, ServicePayload } from '../../domain/documents/payload.ts';
import { type Fault, mergeFaults, refuse, refuseAny, runAsyncStep } from '../../domain/faults.ts';
import { sizeFaults } from '../../domain/sefaz/message-size.ts';
import type { LawTables } from '../../domain/taxation/law-tables.ts';
import type { ServiceRecords, TaxRecords } from '../../domain/taxation/levels/records.ts';
import { type ActingCompany, issuerOf } from '../acting.ts';
import { withDefaultTemplate } from '../records/named-records.ts';
import { serviceRecordsOf, taxRecordsOf } from '../records/tax-records.ts';
import { presentSale } from './present-records.ts';
import { type ReadGoods, readGoods } from './read-goods.ts';
import { type ReadService, readService } from './read-service.ts';
import { originsOf } from './references.ts';
import type { SaleRequest } from './sale-request.ts';

/** What a sale is checked with besides itself; `on` is the moment of its issue. */
export type CheckContext = { company: ActingCompany; rates: LawTables; on: Date };

/** A sale with what it becomes when it is issued, or why it cannot be issued. */
export type CheckedSale =
  | { kind: 'goods'; payload: GoodsPayload; check: SaleCheck<ComputedNote> }
  | { kind: 'service'; payload: ServicePayload; check: SaleCheck<ComputedService> };

/** Checks a sale as a whole: its records, recipient, form, taxes and sums. `recipient` finds or stores its client. */
export async function checkSale(
  em: EntityManager,
  sale: SaleRequest,
  { company, rates, on, recipient: find }: CheckContext & { recipient: () => Promise<CheckedRecipient> },
): Promise<CheckedSale> {
  const read = await readSale(em, company, sale);
  const circumstances = { issuer: issuerOf(company), recipient: await find(), rates, on };
  switch (read.kind) {
    case 'goods':
      return checkedGoods({ ...read, ...circumstances });
    case 'service':
      return checkedService({ ...read, ...circumstances });
  }
}

/** Checks the sale of a document as it would be issued now: with the present data of the records that it names. */
export async function checkKept(
  em: EntityManager,
  document: Pick<Document, 'company' | 'clientSnapshot'> & { payload: DocumentPayload },
  { company, rates, on }: CheckContext,
): Promise<CheckedSale> {
  const { client, payload } = await presentSale(em, document);
  const circumstances = { issuer: issuerOf(company), recipient: { client, faults: [] }, rates, on };
  if (payload.type === 'NFSE') {
    const naming = { company: document.company, payload: withDefaultTemplate(payload, company.settings) };
    const { value: records, faults } = await runAsyncStep(() => serviceRecordsOf(em, naming));
    return checkedService({ payload, records, faults, ...circumstances });
  }
  const { value: records, faults } = await runAsyncStep(() => taxRecordsOf(em, { company: document.company, payload }));
  const origins = await originsOf(em, { company: company.id, environment: company.environment }, payload);
  return checkedGoods({ payload, records, faults, origins, ...circumstances });
}

function checkedGoods(sale: SaleToCheck<GoodsPayload, TaxRecords>): CheckedSale {
  return { kind: 'goods', payload: sale.payload, check: withinSize(checkGoods(sale), sale.on) };
}

/** A note that is larger than the authority takes can only be stored as a draft: shorter texts or fewer items mend it. */
function withinSize(check: SaleCheck<ComputedNote>, on: Date): SaleCheck<ComputedNote> {
  if (check.kind !== 'issuable') return check;
  const { client, total, computed } = check;
  const faults = sizeFaults(computed, on);
  return faults.length === 0 ? check : { kind: 'draftable', client, total, faults };
}

function checkedService(sale: SaleToCheck<ServicePayload, ServiceRecords>): CheckedSale {
  return { kind: 'service', payload: sale.payload, check: checkService(sale) };
}

/**
 * A sale that can be stored: its payload, its recipient and its total; `warnings` say why it cannot be issued now, and what about it may be a
 * mistake.
 */
export type StorableSale = { payload: DocumentPayload; client: ClientSnapshot; totalValue: string; warnings: Fault[] };

/**
 * A sale as it can be stored.
 *
 * @param ofCompany what the company lacks to issue it (`issuingFaults`)
 * @throws DomainError with every fault that neither taxes nor settings could mend
 */
export function keepable(checked: CheckedSale, ofCompany: Fault[]): StorableSale {
  const { payload, check } = checked;
  if (check.kind === 'refused') return refuse(check.unkeepable);
  const { client, total: totalValue } = check;
  return { payload, client, totalValue, warnings: warningsOf(checked, ofCompany) };
}

/** Why a sale cannot be issued now, and what about it may be a mistake. */
export function warningsOf(checked: CheckedSale, ofCompany: Fault[]): Fault[] {
  return [...faultsOf(checked, ofCompany), ...doubtsOf(checked)];
}

function doubtsOf({ kind, check }: CheckedSale): Fault[] {
  if (check.kind !== 'issuable') return [];
  const doubts = kind === 'goods' ? lineDoubts(check.computed) : serviceDoubts(check.computed);
  return doubts.map((doubt) => ({ ...doubt, code: 'doubtful_document', doubt: true }));
}

/**
 * As `keepable`, for a sale that is to be issued now.
 *
 * @param company its settings decide whether doubts keep the sale from being issued
 * @throws DomainError with every fault for which the sale cannot be issued
 */
export function issuable(
  checked: CheckedSale,
  ofCompany: Fault[],
  { settings }: Pick<ActingCompany, 'settings'>,
): StorableSale {
  refuseAny([...faultsOf(checked, ofCompany), ...(settings?.doubts === 'REFUSE' ? doubtsOf(checked) : [])]);
  return keepable(checked, ofCompany);
}

/** All faults for which a sale cannot be issued now, those of the sale first. */
export function faultsOf({ check }: CheckedSale, ofCompany: Fault[]): Fault[] {
  return mergeFaults(check.faults, ofCompany);
}

/**
 * What a sale becomes as a document, and the records from which its lines take their taxes. The document stores what was asked for, with copies of
 * what it takes from its records except taxes (docs/decisions/0025).
 */
type ReadSale = ReadGoods | ReadService;

/**
 * Reads the records that a sale names, checks them, and fills in what the sale leaves to them; the form of the sale is checked later. A sale that
 * names no records costs no query. Each record that cannot be used is a fault with its path.
 */
function readSale(
  em: EntityManager,
  company: Pick<ActingCompany, 'id' | 'environment' | 'settings'>,
  sale: SaleRequest,
): Promise<ReadSale> {
  return sale.type === 'NFSE' ? readService(em, company, sale) : readGoods(em, company, sale);
}
