import type { EntityManager } from '../../config/orm.ts';
import { ReceivedDocument } from '../../domain/received/received-document.entity.ts';

/** The events of a received note that came, in the order of their moments. */
export function eventsOfNote(
  em: EntityManager,
  { environment, accessKey }: Pick<ReceivedDocument, 'environment' | 'accessKey'>,
): Promise<ReceivedDocument[]> {
  return em.find(
    ReceivedDocument,
    { environment, accessKey, eventCode: { $ne: '' } },
    { orderBy: { emissionDate: 'asc', eventSequence: 'asc', id: 'asc' } },
  );
}
