import { accessKey } from '../register/access-key.ts';
import { cancellationBlocks, cancelledAlready } from './cancellation-rules.ts';
import type { EventKind, EventContext } from './event.ts';

const registered = 135;
const registeredLate = 155;
const hourMs = 3_600_000;
const deadlineMs: Readonly<Record<string, number>> = { '55': 24 * hourMs, '65': hourMs / 2 };

/** Cancellation (110111): by the issuer, of an authorized note, within its deadline. */
export const cancellation: EventKind = {
  tpEvento: '110111',
  title: 'Cancelamento registrado',
  receiver: 'state',
  inContingency: true,
  author: 'issuer',
  highestSequence: 1,
  detail: { schema: 'e110111_v1.00.xsd' },
  messageRules: [],
  stateRules: [
    cancelledAlready,
    { cStat: 501, breaks: (_event, context) => isLate(context) && !context.acceptsLateCancellation() },
  ],
  historyRules: cancellationBlocks,
  registeredAs: (context) => (isLate(context) ? registeredLate : registered),
};

function isLate({ note, at }: EventContext): boolean {
  if (!note) return false;
  const model = accessKey(note.chNFe)?.model ?? '';
  return at.getTime() - Date.parse(note.dhRecbto) > (deadlineMs[model] ?? 0);
}
