import type { Orm } from '../../config/orm.ts';
import { itemsOf, type ReceivedItem } from '../../domain/received/items.ts';
import type { ReceivedDocument } from '../../domain/received/received-document.entity.ts';
import type { ActingCompany } from '../acting.ts';
import { receivedXml } from './files.ts';

/** What a received note sells; nothing where its XML has not come whole. @throws NotFound */
export async function receivedItems(
  orm: Orm,
  company: ActingCompany,
  { id, schemaType, hasFullXml }: Pick<ReceivedDocument, 'id' | 'schemaType' | 'hasFullXml'>,
): Promise<ReceivedItem[]> {
  if (!hasFullXml) return [];
  const { xml } = await receivedXml(orm, company, id);
  return itemsOf(xml, schemaType);
}
