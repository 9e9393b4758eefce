import { accessKey } from '../register/access-key.ts';
import type { EventKind } from './event.ts';

const registered = 135;
const deadlineMs = 30 * 24 * 3_600_000;

/** Correction letter (110110): text on an NF-e, at most twenty times; the last one replaces all before it (MOC 7.0 tab. 5-40). */
export const correctionLetter: EventKind = {
  tpEvento: '110110',
  title: 'Carta de Correcao registrada',
  receiver: 'state',
  inContingency: false,
  author: 'issuer',
  highestSequence: 20,
  detail: { schema: 'e110110_v1.00.xsd' },
  messageRules: [{ cStat: 784, breaks: ({ chNFe }) => accessKey(chNFe)?.model === '65' }],
  stateRules: [
    {
      cStat: 596,
      breaks: (_event, { note, at }) =>
        note !== undefined && at.getTime() - Date.parse(note.dhRecbto) > deadlineMs && '30 dias',
    },
  ],
  historyRules: [],
  registeredAs: () => registered,
};
