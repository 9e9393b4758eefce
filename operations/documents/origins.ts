import type { EntityManager } from '../../config/orm.ts';
import type { Environment } from '../../domain/companies/settings.ts';
import type { Origin } from '../../domain/documents/check/returned-values.ts';
import { Document } from '../../domain/documents/document.entity.ts';
import type { GoodsPayload } from '../../domain/documents/payload.ts';
import { ReceivedDocument } from '../../domain/received/received-document.entity.ts';

type Whose = { company: string; environment: Environment };
type Returning = Pick<GoodsPayload, 'purpose'> & {
  items: Pick<GoodsPayload['items'][number], 'referencedItem'>[];
};

/**
 * What is known of the notes that a return gives back: own ones whole, received ones by their value. Undefined where the sale is no return,
 * where a note is not known, and where one is no NF-e: the authority does not compare then either. Other sales cost no query.
 */
export async function originsOf(em: EntityManager, whose: Whose, sale: Returning): Promise<Origin[] | undefined> {
  if (sale.purpose !== 'RETURN') return undefined;
  const keys = [...new Set(sale.items.flatMap(({ referencedItem }) => referencedItem?.accessKey ?? []))];
  if (keys.length === 0 || keys.some((key) => key.slice(20, 22) !== '55')) return undefined;
  const known = new Map([...(await receivedOrigins(em, whose, keys)), ...(await ownOrigins(em, whose, keys))]);
  const origins = keys.flatMap((key) => known.get(key) ?? []);
  return origins.length === keys.length ? origins : undefined;
}

async function ownOrigins(em: EntityManager, whose: Whose, keys: string[]): Promise<[string, Origin][]> {
  const where = { ...whose, accessKey: { $in: keys }, authorizationDate: { $ne: null } };
  const documents = await em.find(Document, where, { populate: ['computed'] });
  return documents.flatMap(({ accessKey, computed }): [string, Origin][] => {
    if (!accessKey || !computed?.model) return [];
    const { note, icms, fcp, icmsDestination, fcpDestination } = computed.totals;
    return [[accessKey, { note, icms, fcp, icmsDestination, fcpDestination }]];
  });
}

async function receivedOrigins(em: EntityManager, whose: Whose, keys: string[]): Promise<[string, Origin][]> {
  const notes = await em.find(ReceivedDocument, { ...whose, accessKey: { $in: keys }, eventCode: '' });
  return notes.flatMap(({ accessKey, totalValue }): [string, Origin][] =>
    totalValue ? [[accessKey, { note: totalValue }]] : [],
  );
}
