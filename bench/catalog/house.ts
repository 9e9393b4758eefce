import type { Orm } from '../../config/orm.ts';
import { filledCompany, type FullHouse, openFullHouse } from '../full-house.ts';
import { fill, type Size } from './fill.ts';

const neighbours = 10;

/** @param size of the one company's catalog; each neighbour has a hundredth of it, added before and after */
export function openHouse(size: Size, log: (line: string) => void): Promise<FullHouse> {
  const furnished = (orm: Orm, size: Size): Promise<string> =>
    filledCompany(orm, 'HOMOLOGATION', (em, companyId) => fill(em, companyId, size));
  const small = { clients: Math.ceil(size.clients / 100), products: Math.ceil(size.products / 100) };
  return openFullHouse(async (orm) => {
    for (let index = 0; index < neighbours / 2; index += 1) await furnished(orm, small);
    log(`${size.clients} clients and ${size.products} products: about a minute for each million`);
    const companyId = await furnished(orm, size);
    for (let index = 0; index < neighbours / 2; index += 1) await furnished(orm, small);
    return companyId;
  }, log);
}
