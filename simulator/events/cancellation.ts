import { accessKey } from '../register/access-key.ts';
import { textOf } from '../xml/element.ts';
import type { EventKind, EventScene } from './event.ts';

const registered = 135;
const registeredLate = 155;
const hourMs = 3_600_000;
const deadlineMs: Readonly<Record<string, number>> = { '55': 24 * hourMs, '65': hourMs / 2 };

/** Cancellation (110111): by the issuer, of an authorized note, within its deadline. */
export const cancellation: EventKind = {
  tpEvento: '110111',
  title: 'Cancelamento registrado',
  schema: 'envEventoCancNFe_v1.00.xsd',
  rules: [
    { cStat: 594, breaks: ({ nSeqEvento }) => nSeqEvento !== 1 },
    { cStat: 574, breaks: ({ author, chNFe }) => accessKey(chNFe)?.issuer !== author.padStart(14, '0') },
    { cStat: 494, breaks: (_event, { note }) => note === undefined },
    { cStat: 573, breaks: (_event, { registered: events }) => events.some(({ tpEvento }) => tpEvento === '110111') },
    { cStat: 580, breaks: (_event, { note }) => ![100, 120, 150].includes(note?.cStat ?? 0) },
    { cStat: 222, breaks: ({ detail }, { note }) => textOf(detail, 'nProt') !== note?.nProt },
    { cStat: 501, breaks: (_event, scene) => isLate(scene) && !scene.acceptsLateCancellation },
  ],
  registeredAs: (scene) => (isLate(scene) ? registeredLate : registered),
};

function isLate({ note, at }: EventScene): boolean {
  if (!note) return false;
  const model = accessKey(note.chNFe)?.model ?? '';
  return at.getTime() - Date.parse(note.dhRecbto) > (deadlineMs[model] ?? 0);
}
