import type { ClientSnapshot } from '../../clients/snapshot.ts';

/** The client as an NFS-e names it: null where it has no document, unless it is from abroad (cNaoNIF). */
export function takerOf(client: ClientSnapshot): ClientSnapshot | null {
  return client.document === '' && client.type !== 'FOREIGN' ? null : client;
}
