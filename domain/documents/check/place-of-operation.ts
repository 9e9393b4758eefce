import type { ClientSnapshot } from '../../clients/snapshot.ts';
import type { Fault } from '../../faults.ts';
import type { Operation } from '../../taxation/operation.ts';
import type { GoodsPayload } from '../payload.ts';

type Case = { payload: GoodsPayload; client: ClientSnapshot; operation: Operation };

/** Faults of where goods are picked up and delivered, and of buyers with a foreign identity inside Brazil. The form is already checked. */
export function checkPlaceOfOperation({ payload, client, operation }: Case): Fault[] {
  return [
    ...checkTakers(payload, client),
    ...checkConsumerPlaces(payload, operation),
    ...checkForeigner(client, operation),
  ];
}

/** Each place names who hands the goods over or takes them; the recipient only can be left out who has a CPF or CNPJ. */
function checkTakers({ delivery }: GoodsPayload, { documentType }: ClientSnapshot): Fault[] {
  if (!delivery || delivery.document || documentType === 'CPF' || documentType === 'CNPJ') return [];
  const message = 'Informe o CPF ou CNPJ de quem recebe a mercadoria: o destinatário não tem um.';
  return [{ code: 'validation_error', path: 'delivery.document', message }];
}

/** An NFC-e is an internal operation (rule 707). */
function checkConsumerPlaces(payload: GoodsPayload, { model, originState }: Operation): Fault[] {
  if (model !== '65') return [];
  return (['pickup', 'delivery'] as const).flatMap((path) => {
    const state = payload[path]?.state;
    if (!state || state === originState) return [];
    const message = `A NFC-e é sempre de operação interna em ${originState}, e este lugar é em ${state}: emita uma NF-e.`;
    return [{ code: 'validation_error' as const, path: `${path}.state`, message }];
  });
}

/** Rules 721 and 771: a foreign identity inside Brazil is a final consumer's, and of a sale inside the state. */
function checkForeigner({ documentType, country }: ClientSnapshot, operation: Operation): Fault[] {
  const { model, destination, finalConsumer } = operation;
  const isForeign = documentType === 'FOREIGN' || country !== 'BR';
  if (model !== '55' || destination === '3' || !isForeign) return [];
  if (destination === '2') {
    const message =
      'Quem se identifica por documento de estrangeiro só compra dentro da UF do vendedor (rejeição 771): se leva a mercadoria da loja, ' +
      'envie presence 1; se ela vai para o exterior, não envie delivery.';
    return [{ code: 'validation_error', path: 'client.document', message }];
  }
  if (finalConsumer) return [];
  const message =
    'No Brasil, quem se identifica por documento de estrangeiro é consumidor final (rejeição 721): não envie finalConsumer false.';
  return [{ code: 'validation_error', path: 'finalConsumer', message }];
}
