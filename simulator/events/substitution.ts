import { accessKey } from '../register/access-key.ts';
import type { Element } from '../xml/element.ts';
import { textOf } from '../xml/element.ts';
import { authorState } from './author-state.ts';
import { cancellationBlocks, cancelledAlready } from './cancellation-rules.ts';
import type { EventKind } from './event.ts';
import { substituteNoteRules, substituteKeyRules } from './substitute.ts';

const registered = 135;
const deadlineMs = 168 * 3_600_000;
const normal = '1';
const offline = '9';

/** The published layout of `detEvento`: no pack has a schema of it (NT 2018.004). */
const layout: readonly (readonly [string, RegExp])[] = [
  ['descEvento', /^Cancelamento por substituicao$/],
  ['cOrgaoAutor', /^\d{2}$/],
  ['tpAutor', /^1$/],
  ['verAplic', /^[!-ÿ](?:[ -ÿ]{0,18}[!-ÿ])?$/],
  ['nProt', /^(?:\d{15}|\d{17})$/],
  ['xJust', /^[!-ÿ][ -ÿ]{13,253}[!-ÿ]$/],
  ['chNFeRef', /^\d{6}[0-9A-Z]{12}\d{26}$/],
];

/** Cancellation by substitution (110112) of an NFC-e that was issued again offline, because its answer did not come. */
export const substitution: EventKind = {
  tpEvento: '110112',
  title: 'Cancelamento por substituicao registrado',
  receiver: 'state',
  inContingency: false,
  model: '65',
  author: 'issuer',
  highestSequence: 1,
  detail: { faultOf },
  messageRules: [
    {
      cStat: 920,
      breaks: ({ chNFe, detail }) =>
        accessKey(chNFe)?.tpEmis !== normal || accessKey(textOf(detail, 'chNFeRef') ?? '')?.tpEmis !== offline,
    },
    authorState,
    ...substituteKeyRules,
  ],
  stateRules: [
    cancelledAlready,
    {
      cStat: 501,
      breaks: (_event, { note, at }) => note !== undefined && at.getTime() - Date.parse(note.dhRecbto) > deadlineMs,
    },
  ],
  historyRules: [...cancellationBlocks, ...substituteNoteRules],
  registeredAs: () => registered,
};

function faultOf(detail: Element): string | undefined {
  if (detail.attributes['versao'] !== '1.00') return "Element 'detEvento', attribute 'versao': expected '1.00'";
  const expected = layout.map(([name]) => name).join(' ');
  const found = detail.children.map(({ name }) => name).join(' ');
  if (found !== expected) return `Element 'detEvento': expected ( ${expected} )`;
  const wrong = layout.find(([name, form]) => !form.test(textOf(detail, name) ?? ''));
  return wrong && `Element '${wrong[0]}': the value is not accepted by the pattern`;
}
