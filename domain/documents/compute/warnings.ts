import type { Issue } from '../../errors.ts';
import { substitutionDoubt } from '../../taxation/cfop/doubts.ts';
import type { ComputedItem, ComputedNote } from '../computed-note.ts';
import type { GoodsPayload } from '../payload.ts';
import { benefitWarnings, type WarnedAt } from './benefit-warnings.ts';

/** CST of IBS and CBS. */
const transferOfCredit = '800';

/** What is issued but may not be what the caller meant, each with the caller's field it comes from. In Portuguese, for people. */
export function noteWarnings(note: ComputedNote, payload: GoodsPayload, moment: WarnedAt = {}): Issue[] {
  return [
    ...note.items.flatMap((item, index) => silentRule(item, note, payload, index)),
    ...benefitWarnings(note, moment),
    ...note.items.flatMap((item, index) => substitutionWarnings(item, index)),
    ...recipientWarnings(note),
    ...placeWarnings(note),
    ...plateWarnings(note, payload),
    ...paymentWarnings(note),
    ...periodWarnings(note),
  ];
}

/** A rule that applies to the line but has no sub-rule for it. */
function silentRule(item: ComputedItem, note: ComputedNote, payload: GoodsPayload, index: number): Issue[] {
  const rule = item.taxedBy?.taxRule;
  if (!rule || rule.subRule !== null) return [];
  const own = payload.items[index]?.taxRuleId ? 'taxRuleId' : 'productId';
  const path = own === 'productId' && payload.taxRuleId ? 'taxRuleId' : `items[${index}].${own}`;
  const state = stateInWords(note);
  const client = [note.recipient?.taxpayerType, note.finalConsumer ? 'CONSUMIDOR_FINAL' : '']
    .filter(Boolean)
    .join(', ');
  const message =
    `A regra "${rule.name}" não tem sub-regra para este caso (${client}, ${state}, CFOP ${item.cfop}): ` +
    `os impostos do item ${item.number} vieram dos níveis abaixo dela.`;
  return [{ path, message }];
}

/** The state that sub-rules are matched with. */
function stateInWords({ destination, operationType, delivery, pickup, recipient }: ComputedNote): string {
  if (destination === '3') return 'EX';
  const farState = (operationType === 'OUT' ? delivery : pickup)?.state ?? recipient?.address?.state;
  return (destination === '2' && farState) || 'UF do emitente';
}

function recipientWarnings({ model, recipient }: ComputedNote): Issue[] {
  if (model === '65' || !recipient || recipient.address) return [];
  const message =
    'O destinatário está sem endereço: a operação foi tida por interna e a SEFAZ pode recusar a nota (726).';
  return [{ path: 'client', message }];
}

function substitutionWarnings({ cfop, icms }: ComputedItem, index: number): Issue[] {
  const message = substitutionDoubt(cfop, icms?.situation ?? '');
  return message === null ? [] : [{ path: `items[${index}].cfop`, message }];
}

/** Whoever sells from another state usually needs a registration there. */
function placeWarnings({ issuer, operationType, pickup, delivery }: ComputedNote): Issue[] {
  const [path, place] = operationType === 'OUT' ? (['pickup', pickup] as const) : (['delivery', delivery] as const);
  if (!place?.state || place.state === issuer.settings.address.state) return [];
  const message = `O destino, o CFOP e as alíquotas seguem o caminho da mercadoria, que não passa pela UF da empresa, mas por ${place.state}.`;
  return [{ path, message }];
}

function plateWarnings({ destination }: ComputedNote, { transport }: GoodsPayload): Issue[] {
  if (destination === '1' || !transport?.vehiclePlate) return [];
  const message = 'A placa fica no registro e fora do XML: a SEFAZ só a aceita em operação dentro do estado (868).';
  return [{ path: 'transport.vehiclePlate', message }];
}

function paymentWarnings({ payments, purpose }: ComputedNote): Issue[] {
  const isUncharged = payments.every(({ method }) => method === 'NO_PAYMENT');
  if (!isUncharged || purpose !== 'NORMAL') return [];
  const message = 'Sem payments nem duplicates, a nota sai como sem pagamento (tPag 90).';
  return [{ path: 'payments', message }];
}

function periodWarnings({ items }: ComputedNote): Issue[] {
  return items.flatMap(({ ibsCbs }, index) => {
    if (ibsCbs?.situation !== transferOfCredit || !ibsCbs.adjustment?.period) return [];
    const message = 'O mês fica no registro e fora do XML: a transferência de crédito (gTransfCred) não tem período.';
    return [{ path: `items[${index}].adjustment.period`, message }];
  });
}
