import type { ClientSnapshot } from '../../domain/clients/snapshot.ts';
import type { Schema } from '../operations.ts';

/** The recipient of a previewed document, as the document would keep it. */
export function previewClient(client: ClientSnapshot): Schema<'PreviewClient'> {
  const { id, name, document, documentType, type, taxpayerType, stateRegistration, isuf = null, address } = client;
  const state = address?.state ?? null;
  return { id, name, document, documentType, type, taxpayerType, stateRegistration, isuf, state };
}
