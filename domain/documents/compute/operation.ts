import type { ClientSnapshot } from '../../clients/snapshot.ts';
import type { Issuer } from '../../companies/settings.ts';
import { traitsOf } from '../../document-types.ts';
import { fiscalDay } from '../../fiscal-time.ts';
import { adjustmentKindOf } from '../../taxation/adjustments/kinds.ts';
import type { Operation } from '../../taxation/operation.ts';
import type { GoodsPayload } from '../payload.ts';
import { wayOf } from './way.ts';

/**
 * The operation that follows from issuer, recipient and payload (decisions.md: idDest, indFinal); `on` is the instant of issue. An NFC-e is
 * always an internal sale to a final consumer, wherever the buyer lives (rules 707 and 716).
 */
export function operationOf(issuer: Issuer, client: ClientSnapshot, payload: GoodsPayload, on: Date): Operation {
  const { taxRegime, address, pisCofinsExcludesIcms } = issuer.settings;
  const { model } = traitsOf[payload.type];
  const adjustment = adjustmentKindOf(payload);
  const direction = payload.operationType ?? (adjustment?.purpose === 'CREDIT' ? 'IN' : 'OUT');
  const finalConsumer = model === '65' || (payload.finalConsumer ?? isFinalConsumer(client));
  return {
    model,
    regime: taxRegime,
    direction,
    purpose: adjustment?.purpose ?? payload.purpose ?? 'NORMAL',
    ...(adjustment ? { adjustment } : {}),
    issuerState: address.state,
    ...wayOf({ model, direction, finalConsumer, state: address.state, client, payload }),
    finalConsumer,
    taxpayerType: client.taxpayerType,
    ...(issuer.settings.stateRegistration ? {} : { isUnregistered: true }),
    pisCofinsExcludesIcms,
    date: fiscalDay(on, address.state),
  };
}

function isFinalConsumer({ type, taxpayerType, document }: ClientSnapshot): boolean {
  return type === 'INDIVIDUAL' || taxpayerType === 'NAO_CONTRIBUINTE' || document === '';
}
