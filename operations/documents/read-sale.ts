import type { EntityManager } from '../../config/orm.ts';
import type { ActingCompany } from '../acting-company.ts';
import type { AskedSale } from './asked-sale.ts';
import { readGoods, type ReadGoods } from './read-goods.ts';
import { readService, type ReadService } from './read-service.ts';

/**
 * The document that a sale is to become, and what its lines take their taxes from. It is kept as it was asked for, with a copy of what it
 * takes from its records except their taxes (docs/decisions/0025).
 */
export type ReadSale = ReadGoods | ReadService;

/**
 * Reads the records that a sale names, judges them and fills in what it leaves to them; its form is still to be checked. A sale that names
 * none costs no query. Each record that cannot be used is a fault with its path.
 */
export function readSale(
  em: EntityManager,
  company: Pick<ActingCompany, 'id' | 'environment' | 'settings'>,
  sale: AskedSale,
): Promise<ReadSale> {
  return sale.type === 'NFSE' ? readService(em, company, sale) : readGoods(em, company, sale);
}
