import type { Endpoint } from '../transport/endpoints.ts';
import { cancellation } from './cancellation.ts';
import { correctionLetter } from './correction-letter.ts';
import { deliveryReceiptRemoval } from './delivery-receipt-removal.ts';
import { deliveryReceipt } from './delivery-receipt.ts';
import { epec } from './epec.ts';
import type { EventKind } from './event.ts';
import { manifestations } from './manifestation.ts';
import { substitution } from './substitution.ts';

/** The types of event that the simulator accepts; a new type is one more entry here. */
export const eventKinds: readonly EventKind[] = [
  correctionLetter,
  cancellation,
  substitution,
  deliveryReceipt,
  deliveryReceiptRemoval,
  epec,
  ...manifestations,
];

/** The kind of event that a tpEvento names, if the endpoint accepts it. */
export function kindOf(tpEvento: string | undefined, endpoint: Endpoint): EventKind | undefined {
  return eventKinds.find((kind) => kind.tpEvento === tpEvento && isTakenAt(kind, endpoint));
}

function isTakenAt({ receiver, inContingency }: EventKind, { authorizers }: Endpoint): boolean {
  return authorizers.some(
    (authorizer) =>
      authorizer.national === (receiver === 'national') && (authorizer.contingency === undefined || inContingency),
  );
}
