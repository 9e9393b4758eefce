import type { FindOneOptions } from '@mikro-orm/core';
import type { EntityManager } from '../../config/orm.ts';
import { ReceivedDocument } from '../../domain/received/received-document.entity.ts';
import { findOrRefuse } from '../find-or-refuse.ts';

/**
 * The company's received document with that id.
 *
 * @throws NotFound also for another company's, and for a malformed id
 */
export function findReceived(
  em: EntityManager,
  id: string,
  options: FindOneOptions<ReceivedDocument> = {},
): Promise<ReceivedDocument> {
  return findOrRefuse('receivedDocument', id, () => em.findOne(ReceivedDocument, { id }, options));
}
