import { addressFieldNames, missingAddressFields } from '../../clients/address.ts';
import type { ClientSnapshot } from '../../clients/client-input.ts';
import { printedFaults } from '../../clients/normalize.ts';
import { type Fault, refusal } from '../../faults.ts';
import { type TaxTrace, tracedText } from '../../taxation/fields.ts';
import { freeZone } from '../../taxation/icms/exemption.ts';
import { counterWords, isForCounter, type Operation } from '../../taxation/operation.ts';
import type { GoodsPayload, ItemInput } from '../payload.ts';

/** Faults of what the note needs of its recipient, besides the address. */
export function checkRecipient(client: ClientSnapshot, { finalConsumer, destination }: Operation): Fault[] {
  const faults = checkPrinted(client);
  const refuse = (path: string, message: string) => faults.push(refusal(path, message));
  if (client.documentType === 'OTHER' && client.document !== '') {
    const message = 'A NF-e identifica por CPF, CNPJ ou documento de estrangeiro: troque o documento ou deixe-o vazio.';
    refuse('client.document', message);
  }
  if (client.taxpayerType === 'CONTRIBUINTE' && !client.stateRegistration) {
    refuse(
      'client.stateRegistration',
      'Contribuinte do ICMS precisa da inscrição estadual: informe stateRegistration.',
    );
  }
  if (client.taxpayerType === 'NAO_CONTRIBUINTE' && !finalConsumer && destination !== '3') {
    const message = 'Quem não é contribuinte do ICMS é consumidor final: não envie finalConsumer false (rejeição 696).';
    refuse('finalConsumer', message);
  }
  return faults;
}

function checkPrinted(client: ClientSnapshot): Fault[] {
  return printedFaults(client).map(({ field, message }) => refusal(`client.${field}`, message));
}

/**
 * Faults of the recipient's address. A draft may have them: its client's record can be completed later, and is read again at emission. A recipient
 * without any address is left to the authority (rule 726).
 */
export function checkRecipientAddress(client: ClientSnapshot): Fault[] {
  return missingAddressFields(client).map((field) =>
    refusal(`client.${field}`, `O endereço do destinatário está incompleto: falta ${addressFieldNames[field]}.`),
  );
}

type Case = { payload: GoodsPayload; client: ClientSnapshot; operation: Operation };

/** Faults of the places where goods are picked up and delivered, and of buyers in Brazil with a foreign document. The form is already checked. */
export function checkPlaceOfOperation({ payload, client, operation }: Case): Fault[] {
  return [
    ...checkTakers(payload, client),
    ...checkConsumerPlaces(payload, operation),
    ...checkForeigner(client, operation),
  ];
}

/** Who takes the goods at the place of delivery is identified by CPF or CNPJ: it can be left out only where the recipient has one. */
function checkTakers({ delivery }: GoodsPayload, { documentType }: ClientSnapshot): Fault[] {
  if (!delivery || delivery.document || documentType === 'CPF' || documentType === 'CNPJ') return [];
  const message = 'Informe o CPF ou CNPJ de quem recebe a mercadoria: o destinatário não tem um.';
  return [refusal('delivery.document', message)];
}

/** An NFC-e, or an NF-e in a coupon, is an internal operation (rule 707): its places are in the same state. */
function checkConsumerPlaces(payload: GoodsPayload, operation: Operation): Fault[] {
  const { originState } = operation;
  if (!isForCounter(operation)) return [];
  const { name, instead } = counterWords(operation);
  return (['pickup', 'delivery'] as const).flatMap((path) => {
    const state = payload[path]?.state;
    if (!state || state === originState) return [];
    const message = `A ${name} é sempre de operação interna em ${originState}, e este lugar é em ${state}: ${instead}.`;
    return [refusal(`${path}.state`, message)];
  });
}

/** Rules 721 and 771: a buyer in Brazil with a foreign document is a final consumer, and buys inside the seller's state. */
function checkForeigner({ documentType, country }: ClientSnapshot, operation: Operation): Fault[] {
  const { model, destination, finalConsumer } = operation;
  const isForeign = documentType === 'FOREIGN' || country !== 'BR';
  if (model !== '55' || destination === '3' || !isForeign) return [];
  if (destination === '2') {
    const message =
      'Quem se identifica por documento de estrangeiro só compra dentro da UF do vendedor (rejeição 771): se leva a mercadoria da loja, ' +
      'envie presence 1; se ela vai para o exterior, não envie delivery.';
    return [refusal('client.document', message)];
  }
  if (finalConsumer) return [];
  const message =
    'No Brasil, quem se identifica por documento de estrangeiro é consumidor final (rejeição 721): não envie finalConsumer false.';
  return [refusal('finalConsumer', message)];
}

/** States in which no ICMS taxpayer is exempt from a state registration (rule E16a-30, 805, NT 2025.001 v1.03; inside the state since 2025-10-13). */
const refusing = new Set('AL AM BA CE DF ES GO MG MS MT PB PE RJ RN RS SE SP'.split(' '));
const untaxed = new Set(['40', '41', '103', '300', '400']);

/** A line's resolved taxes, and the ICMS-ST that was retained on its goods before. */
type Line = { trace: TaxTrace; retainedSt: ItemInput['retainedSt'] };

/**
 * Fault of a recipient of taxpayerType ISENTO in a state that has no such taxpayers; none where an item has ICMS-ST, charged or retained before, or
 * where no item is taxed. The rule does not say whether one untaxed item suffices: here all must be untaxed.
 */
export function checkExemptTaxpayer(client: ClientSnapshot, operation: Operation, lines: Line[]): Fault[] {
  const state = client.address?.state;
  if (client.taxpayerType !== 'ISENTO' || operation.destination === '3' || !state || !refusing.has(state)) return [];
  if (lines.some(({ trace, retainedSt }) => trace.icmsStRate || retainedSt)) return [];
  if (lines.every(({ trace }) => untaxed.has(tracedText(trace, 'icmsSituation')))) return [];
  const message =
    `${state} não tem contribuinte isento de inscrição estadual (rejeição 805): envie taxpayerType NAO_CONTRIBUINTE, ou ` +
    'CONTRIBUINTE com a inscrição dele em stateRegistration.';
  return [refusal('client.taxpayerType', message)];
}

/** CFOPs with which a note may have exemption reason 7 (SUFRAMA) (rule N28-20, NT 2019.001 v1.70). */
const operationsWithZone = new Set(
  (
    '1203 1204 1208 1209 2203 2204 2208 2209 5109 5110 5120 5151 5152 5651 5652 5654 5655 5658 5659 5910 ' +
    '6109 6110 6120 6122 6123 6151 6152 6651 6652 6654 6655 6658 6659 6905 6910 6923'
  ).split(' '),
);

/**
 * Faults of lines that are exempt for the free zone of Manaus (reason 7): of an NFC-e (730), of their CFOP (626), and of a recipient without a
 * SUFRAMA registration, which an entry does not need (625).
 */
export function checkFreeZone({ isuf }: ClientSnapshot, { model, direction }: Operation, lines: TaxTrace[]): Fault[] {
  const exempt = lines.flatMap((trace, index) =>
    tracedText(trace, 'icmsExemptionReason') === freeZone
      ? [{ cfop: tracedText(trace, 'cfop'), at: `items[${index}]` }]
      : [],
  );
  const [first] = exempt;
  if (!first) return [];
  if (model === '65') {
    const message =
      'A NFC-e não leva a inscrição SUFRAMA (rejeição 730): a venda isenta para a Zona Franca vai em NF-e.';
    return [refusal(`${first.at}.icmsExemptionReason`, message, 'invalid_taxation')];
  }
  const faults = exempt.flatMap(({ cfop, at }): Fault[] => {
    if (!/^\d{4}$/.test(cfop) || operationsWithZone.has(cfop)) return [];
    const message = `Com o motivo 7 (SUFRAMA) o CFOP é de operação com a Zona Franca, como 6109 ou 6110 (rejeição 626); está ${cfop}.`;
    return [refusal(`${at}.cfop`, message, 'invalid_cfop')];
  });
  if (isuf || direction === 'IN') return faults;
  const message = 'O motivo 7 pede a inscrição SUFRAMA do destinatário (rejeição 625): informe isuf no cliente.';
  return [...faults, refusal('client.isuf', message)];
}
