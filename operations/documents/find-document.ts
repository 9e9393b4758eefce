import type { FindOneOptions } from '@mikro-orm/core';
import { validate as isUuid } from 'uuid';
import type { EntityManager } from '../../config/orm.ts';
import { Document } from '../../domain/documents/document.entity.ts';
import { NotFound } from '../../domain/errors.ts';

/**
 * The company's document with that id.
 *
 * @throws NotFound also for another company's, and for what is no id
 */
export async function findDocument<Hint extends string = never>(
  em: EntityManager,
  id: string,
  options: FindOneOptions<Document, Hint> = {},
) {
  const document = isUuid(id) ? await em.findOne(Document, { id }, options) : null;
  if (!document) throw new NotFound('Documento');
  return document;
}
