import type { EventRecord } from '../register/records.ts';
import { textOf } from '../xml/element.ts';
import { authorState } from './author-state.ts';
import type { EventKind, EventContext, FiscalEvent } from './event.ts';

const registered = 135;

/** Removal of a delivery receipt (110131): has the sequence of the receipt and names its protocol (NT 2021.001 §4.7). */
export const deliveryReceiptRemoval: EventKind = {
  tpEvento: '110131',
  title: 'Cancelamento Comprovante de Entrega da NF-e',
  receiver: 'national',
  inContingency: false,
  model: '55',
  author: 'issuer',
  highestSequence: 99,
  detail: { schema: 'e110131_v1.00.xsd' },
  messageRules: [authorState],
  stateRules: [],
  historyRules: [
    { cStat: 459, breaks: (event, context) => receiptOf(event, context) === undefined },
    {
      cStat: 460,
      breaks: (event, context) => receiptOf(event, context)?.nProt !== textOf(event.detail, 'nProtEvento'),
    },
  ],
  registeredAs: () => registered,
};

function receiptOf({ nSeqEvento }: FiscalEvent, { registered: events }: EventContext): EventRecord | undefined {
  return events.find((one) => one.tpEvento === '110130' && one.nSeqEvento === nSeqEvento);
}
