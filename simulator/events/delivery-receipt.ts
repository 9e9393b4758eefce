import { accessKey } from '../identifiers.ts';
import { authorState, eventKind, instant, receiptInForce, removalRules } from './event.ts';

/** Delivery receipt (110130): at the national environment, one at a time (NT 2021.001 §3.7). */
export const deliveryReceipt = eventKind({
  tpEvento: '110130',
  title: 'Comprovante de Entrega da NF-e',
  receiver: 'national',
  model: '55',
  author: 'issuer',
  highestSequence: 99,
  messageRules: [
    authorState,
    { cStat: 821, breaks: (event) => instant(event, 'dhEntrega') > Date.parse(event.dhEvento) },
    { cStat: 822, breaks: (event) => instant(event, 'dhHashComprovante') > Date.parse(event.dhEvento) },
  ],
  historyRules: [
    { cStat: 823, breaks: (event, { note }) => instant(event, 'dhEntrega') < Date.parse(note?.dhEmi ?? '') },
    { cStat: 824, breaks: (event, { note }) => instant(event, 'dhHashComprovante') < Date.parse(note?.dhEmi ?? '') },
    { cStat: 825, breaks: (_event, context) => receiptInForce(context.registered) !== undefined },
  ],
});

/** Removal of a delivery receipt (110131): has the sequence of the receipt and names its protocol (NT 2021.001 §4.7). */
export const deliveryReceiptRemoval = eventKind({
  tpEvento: '110131',
  title: 'Cancelamento Comprovante de Entrega da NF-e',
  receiver: 'national',
  model: '55',
  author: 'issuer',
  highestSequence: 99,
  messageRules: [authorState],
  historyRules: removalRules('110130'),
});

const deadlineMs = 30 * 24 * 3_600_000;

/** Correction letter (110110): text on an NF-e, at most twenty times; the last one replaces all before it (MOC 7.0 tab. 5-40). */
export const correctionLetter = eventKind({
  tpEvento: '110110',
  title: 'Carta de Correcao registrada',
  receiver: 'state',
  author: 'issuer',
  highestSequence: 20,
  messageRules: [{ cStat: 784, breaks: ({ chNFe }) => accessKey(chNFe)?.model === '65' }],
  stateRules: [
    {
      cStat: 596,
      breaks: (_event, { note, at }) =>
        note !== undefined && at.getTime() - Date.parse(note.dhRecbto) > deadlineMs && '30 dias',
    },
  ],
});
