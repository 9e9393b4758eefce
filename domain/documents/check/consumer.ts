import type { ClientSnapshot } from '../../clients/snapshot.ts';
import type { Fault } from '../../faults.ts';
import { decimal } from '../../money.ts';
import { consumerOf } from '../compute/consumer.ts';
import type { GoodsPayload } from '../payload.ts';

/** From this total on the consumer must be identified; a state may require it earlier (rule W16-40, 750). */
const anonymousBelow = '10000.00';
/** What an NFC-e may amount to; more needs an NF-e (rule W16-30, 780: the manual's default, which a state may lower). */
const consumerAtMost = '200000.00';

/** Checks what an NFC-e with that total (two decimals) says about its consumer. */
export function checkConsumer(payload: GoodsPayload, client: ClientSnapshot, total: string): Fault[] {
  if (payload.type !== 'NFCE') return [];
  const consumer = consumerOf(client);
  const isDelivered = payload.presence === '4';
  const faults: Fault[] = [];
  const refuse = (path: string, message: string) => faults.push({ code: 'validation_error', path, message });
  if (consumer.document === '' && isDelivered) {
    refuse(
      'client.document',
      'Na entrega em domicílio (presence 4) informe o CPF ou CNPJ do consumidor (rejeição 787).',
    );
  }
  if (consumer.document === '' && !isDelivered && decimal(total).gte(anonymousBelow)) {
    refuse('client.document', 'A partir de R$ 10.000,00 informe o CPF ou CNPJ do consumidor (rejeição 750).');
  }
  if (decimal(total).gt(consumerAtMost)) {
    refuse('type', 'A NFC-e vai até R$ 200.000,00 (rejeição 780): emita uma NF-e, com type NFE.');
  }
  if (isDelivered && !consumer.address) {
    const message = 'Na entrega em domicílio (presence 4) informe o endereço completo do consumidor (rejeição 788).';
    refuse('client.street', message);
  }
  return faults;
}
