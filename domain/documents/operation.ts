import type { ClientSnapshot } from '../clients/snapshot.ts';
import type { Issuer } from '../companies/settings.ts';
import { fiscalDateTime } from '../fiscal-time.ts';
import type { Operation } from '../taxation/operation.ts';
import type { DocumentPayload } from './payload.ts';

/** The operation as issuer, recipient and payload make it (decisions.md: idDest, indFinal); `on` is the instant of issue. */
export function operationOf(issuer: Issuer, client: ClientSnapshot, payload: DocumentPayload, on: Date): Operation {
  const { taxRegime, address, pisCofinsExcludesIcms } = issuer.settings;
  const destinationState = client.country === 'BR' ? (client.address?.state ?? address.state) : null;
  return {
    regime: taxRegime,
    direction: payload.operationType ?? 'OUT',
    purpose: payload.purpose ?? 'NORMAL',
    destination: destinationOf(address.state, destinationState),
    originState: address.state,
    destinationState,
    finalConsumer: payload.finalConsumer ?? isFinalConsumer(client),
    taxpayerType: client.taxpayerType,
    pisCofinsExcludesIcms,
    date: fiscalDateTime(on, address.state).slice(0, 10),
  };
}

function destinationOf(originState: string, destinationState: string | null): Operation['destination'] {
  if (destinationState === null) return '3';
  return destinationState === originState ? '1' : '2';
}

function isFinalConsumer({ type, taxpayerType, document }: ClientSnapshot): boolean {
  return type === 'INDIVIDUAL' || taxpayerType === 'NAO_CONTRIBUINTE' || document === '';
}
