import type { ComputedService } from '../documents/computed-service.ts';
import type { Signer } from '../xml/signature.ts';
import type { DpsIdentity } from './identity.ts';
import { layoutDps } from './layout/inf-dps.ts';
import { signedDocument } from './signed-document.ts';

/** The signed DPS, byte for byte as it is stored and sent, and the Id by which the authority is asked about it. */
export function buildDps(
  service: ComputedService,
  identity: DpsIdentity,
  signer: Signer,
): { dpsId: string; xml: string; digestValue: string } {
  const { dpsId, infDPS } = layoutDps(service, identity);
  return { dpsId, ...signedDocument('DPS', { element: infDPS, id: dpsId }, signer) };
}
