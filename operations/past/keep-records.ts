import type { EntityManager } from '../../config/orm.ts';
import type { Company } from '../../domain/companies/company.entity.ts';
import { checkTexts } from '../../domain/check-texts.ts';
import { nobody } from '../../domain/companies/ownership.ts';
import { DomainError } from '../../domain/errors.ts';
import type { RowValues } from '../../domain/imports/rows.ts';
import { clientKind } from '../imports/clients.ts';
import type { BodyCheck, NewRecord, ImportedRecordKind } from '../imports/kind.ts';
import { productKind } from '../imports/products.ts';
import type { ExaminedFile } from './examine.ts';

/** How many clients and products were created. */
export type KeptRecords = { clients: number; products: number };

/** Clients and products as notes have them, the newest note first. */
type Rows = { clients: RowValues[]; products: RowValues[] };

/** Creates clients and products from notes, and counts them. */
export type KeepsRecords = (em: EntityManager, rows: Rows, kept: KeptRecords) => Promise<void>;

/** Clients and products in the company's own notes of production: in homologation the recipient's name is prescribed by the authority. */
export function recordsInNotes(files: ExaminedFile[]): Rows {
  const notes = files.flatMap(({ says, whose }) => {
    return says.kind === 'note' && whose === 'own' && says.environment === 'PRODUCTION' ? [says] : [];
  });
  const newest = notes.toSorted(
    (one, other) => other.arrival.emissionDate.getTime() - one.arrival.emissionDate.getTime(),
  );
  return {
    clients: newest.flatMap(({ records: { client } }) => (client === null ? [] : [client])),
    products: newest.flatMap(({ records }) => records.products),
  };
}

/**
 * Makes the function that creates records as a CSV import does: existing records stay as they are, and what the API would refuse is left out,
 * because nobody typed it.
 *
 * @param check the API's own check of a body
 */
export function recordKeeper(company: Company, check: BodyCheck): KeepsRecords {
  const clients = clientKind(company.id, check);
  const products = productKind(company, check);
  return async (em, rows, kept) => {
    kept.clients += await made(em, company.id, clients, rows.clients);
    kept.products += await made(em, company.id, products, rows.products);
  };
}

async function made<New extends NewRecord, Kept>(
  em: EntityManager,
  company: string,
  kind: ImportedRecordKind<New, Kept>,
  rows: RowValues[],
): Promise<number> {
  const byKey = new Map<string, RowValues>();
  for (const values of rows.filter((row) => checkTexts(row).length === 0)) {
    const key = kind.keyOf(values);
    if (key !== '' && !byKey.has(key)) byKey.set(key, values);
  }
  if (byKey.size === 0) return 0;
  // An import sees all companies, but a record is found by its key within one.
  const own = em.fork({ keepTransactionContext: true });
  own.setFilterParams('owner', { companyId: company, officeId: nobody });
  const batch = kind.batch(own);
  const existing = await batch.find([...byKey.keys()], { toChange: false });
  const fresh: New[] = [];
  for (const [key, values] of byKey) {
    if (existing.has(key)) continue;
    const record = await batch.create(values).catch(orNothing);
    if (record) fresh.push(record);
  }
  return fresh.length === 0 ? 0 : (await batch.insert(fresh)).size;
}

function orNothing(error: unknown): null {
  if (error instanceof DomainError) return null;
  throw error;
}
