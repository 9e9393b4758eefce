import type { ClientSnapshot } from '../../clients/snapshot.ts';
import type { Model } from '../../document-types.ts';
import type { Operation } from '../../taxation/operation.ts';
import type { FreightType, GoodsPayload } from '../payload.ts';

/** The states at the two ends of the goods' way, and whether it crosses a border. */
export type Way = Pick<Operation, 'destination' | 'originState' | 'destinationState'>;

type Circumstances = {
  model: Model;
  direction: Operation['direction'];
  finalConsumer: boolean;
  /** The issuer's. */
  state: string;
  client: ClientSnapshot;
  payload: Pick<GoodsPayload, 'presence' | 'delivery' | 'pickup' | 'transport'>;
};

/** Freights by which nobody carries the goods to the buyer: he takes them from the shop himself. */
const takenAlong: ReadonlySet<FreightType> = new Set(['NO_FREIGHT', 'OWN_RECIPIENT']);

/**
 * Where the goods go, which decides idDest, CFOP and rates, and not where the buyer lives (MOC 7.0 Anexo I, E12-30 to E12-60): from the
 * place of pickup to that of delivery; without them from seller to buyer. What a final consumer takes along from the shop, wherever he
 * lives, stays in its state. An NFC-e is always internal (rule 707).
 */
export function wayOf({ model, direction, finalConsumer, state, client, payload }: Circumstances): Way {
  const { delivery, pickup } = payload;
  const home = client.country === 'BR' ? (client.address?.state ?? state) : null;
  const [nearPlace, farPlace] = direction === 'OUT' ? [pickup, delivery] : [delivery, pickup];
  const isInShop = model === '65' || (finalConsumer && isHandedOver(payload));
  const originState = (model === '55' && nearPlace?.state) || state;
  const destinationState = isInShop ? state : (farPlace?.state ?? home);
  return { originState, destinationState, destination: destinationOf(originState, destinationState) };
}

/** Whether the buyer is in the shop and takes the goods along, or brings them back there. */
function isHandedOver({ presence, delivery, pickup, transport }: Circumstances['payload']): boolean {
  return presence === '1' && !delivery && !pickup && takenAlong.has(transport?.freightType ?? 'NO_FREIGHT');
}

function destinationOf(originState: string, destinationState: string | null): Operation['destination'] {
  if (destinationState === null) return '3';
  return destinationState === originState ? '1' : '2';
}
