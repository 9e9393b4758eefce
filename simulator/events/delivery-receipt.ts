import { textOf } from '../xml/element.ts';
import { authorState } from './author-state.ts';
import type { EventKind, FiscalEvent } from './event.ts';
import { standingReceipt } from './standing.ts';

const registered = 135;

/** Delivery receipt (110130): at the national environment, one at a time (NT 2021.001 §3.7). */
export const deliveryReceipt: EventKind = {
  tpEvento: '110130',
  title: 'Comprovante de Entrega da NF-e',
  receiver: 'national',
  inContingency: false,
  model: '55',
  author: 'issuer',
  highestSequence: 99,
  detail: { schema: 'e110130_v1.00.xsd' },
  messageRules: [
    authorState,
    { cStat: 821, breaks: (event) => instant(event, 'dhEntrega') > Date.parse(event.dhEvento) },
    { cStat: 822, breaks: (event) => instant(event, 'dhHashComprovante') > Date.parse(event.dhEvento) },
  ],
  stateRules: [],
  historyRules: [
    { cStat: 823, breaks: (event, { note }) => instant(event, 'dhEntrega') < Date.parse(note?.dhEmi ?? '') },
    { cStat: 824, breaks: (event, { note }) => instant(event, 'dhHashComprovante') < Date.parse(note?.dhEmi ?? '') },
    { cStat: 825, breaks: (_event, context) => standingReceipt(context.registered) !== undefined },
  ],
  registeredAs: () => registered,
};

/** Milliseconds, or NaN where there is no date: every comparison with it is false. */
function instant({ detail }: FiscalEvent, name: string): number {
  return Date.parse(textOf(detail, name) ?? '');
}
