import type { Client } from '../../domain/clients/client.entity.ts';
import type { Schema } from '../schema.ts';

/** A client on record. */
export function clientView(client: Client): Schema<'ClientRecord'> {
  return {
    id: client.id,
    ...client.record(),
    isActive: client.isActive,
    createdAt: client.createdAt.toISOString(),
    updatedAt: client.updatedAt.toISOString(),
  };
}
