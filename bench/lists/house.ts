import type { Orm } from '../../config/orm.ts';
import { filledCompany, type FullHouse, openFullHouse } from '../full-house.ts';
import { fill } from './fill.ts';

/** @param documents of the one company; its two neighbours have a hundredth each */
export function openHouse(documents: number, log: (line: string) => void): Promise<FullHouse> {
  const furnished = (orm: Orm, documents: number): Promise<string> =>
    filledCompany(orm, 'PRODUCTION', (em, companyId) => fill(em, companyId, documents));
  return openFullHouse(async (orm) => {
    log(`${documents} documents: about a minute for each million`);
    const neighbour = Math.ceil(documents / 100);
    await furnished(orm, neighbour);
    const companyId = await furnished(orm, documents);
    await furnished(orm, neighbour);
    return companyId;
  }, log);
}
