import type { AccessKey } from '../register/access-key.ts';
import { accessKey } from '../register/access-key.ts';
import { isCnpj, isCpf } from '../rules/check-digits.ts';
import { keyBreach } from '../rules/key-consulted.ts';
import type { EventKind, EventRule, FiscalEvent } from './event.ts';
import { isStanding } from './standing.ts';

const toleranceMs = 5 * 60_000;
const nationalOrgan = '91';
const normalEmission = '1';

/**
 * All rules about one type of event in the order of the manual (MOC 7.0 Anexo I §5.8.4 and the tables of each event):
 * about the message, the note, and the note's earlier events.
 */
export function rulesOf(kind: EventKind): readonly EventRule[] {
  const general: readonly EventRule[] = [
    ...formRules(kind),
    ...keyRules(kind),
    ...(kind.author === 'issuer' ? [issuerOnly] : []),
    { cStat: 578, breaks: ({ dhEvento }, { at }) => Date.parse(dhEvento) > at.getTime() + toleranceMs },
  ];
  const sequence: EventRule = { cStat: 594, breaks: ({ nSeqEvento }) => nSeqEvento > kind.highestSequence };
  // The general rules of NT 2014.001 v1.41 (3.8) end with duplicity, before those of the event itself (3.9).
  if (kind.precedesNote) return [...general, duplicity, sequence, ...kind.messageRules, ...kind.historyRules];
  return [
    ...general,
    sequence,
    ...kind.messageRules,
    { cStat: 494, breaks: (_event, { note }) => note === undefined },
    ...(kind.author === 'recipient' ? [recipientOnly] : []),
    // The manual checks duplicity after the state of the note; the servers answer duplicity to a cancellation that is sent again.
    duplicity,
    ...kind.stateRules,
    { cStat: 580, breaks: (_event, { note, registered }) => !isStanding(note, registered) },
    { cStat: 577, breaks: ({ dhEvento }, { note }) => before(dhEvento, note?.dhEmi) },
    {
      cStat: 579,
      breaks: (event, { note }) => keyOf(event)?.tpEmis === normalEmission && before(event.dhEvento, note?.dhRecbto),
    },
    ...kind.historyRules,
  ];
}

function formRules({ receiver }: EventKind): EventRule[] {
  return [
    {
      cStat: 572,
      breaks: ({ id, tpEvento, chNFe, nSeqEvento }) =>
        id !== `ID${tpEvento}${chNFe}${String(nSeqEvento).padStart(2, '0')}`,
    },
    {
      cStat: 250,
      breaks: ({ cOrgao }, { endpoint }) =>
        receiver === 'national'
          ? cOrgao !== nationalOrgan
          : !endpoint.authorizers.some((authorizer) => authorizer.states.has(Number(cOrgao))),
    },
    { cStat: 252, breaks: ({ tpAmb }, { endpoint }) => tpAmb !== String(endpoint.environment) },
    { cStat: 489, breaks: ({ author }) => author.length === 14 && !isCnpj(author) },
    { cStat: 490, breaks: ({ author }) => author.length === 11 && !isCpf(author) },
    { cStat: 408, breaks: (event) => event.author.length === 11 && keyOf(event)?.model === '65' },
  ];
}

/** Rules about the key itself, and about whether this address serves it. */
function keyRules({ model, receiver }: EventKind): EventRule[] {
  const form = [614, 615, 616, 617, 618, 619, 236].map((cStat): EventRule => ({
    cStat,
    breaks: ({ chNFe }, { endpoint, at }) => keyBreach(chNFe, endpoint, at) === cStat,
  }));
  const serves = (event: FiscalEvent, wanted: '55' | '65', models: ReadonlySet<string>): boolean =>
    keyOf(event)?.model !== wanted || models.has(wanted);
  return [
    ...form,
    { cStat: 450, breaks: (event) => model === '55' && keyOf(event)?.model !== '55' },
    { cStat: 775, breaks: (event) => model === '65' && keyOf(event)?.model !== '65' },
    ...(
      [
        [450, '65'],
        [775, '55'],
      ] as const
    ).map(([cStat, wanted]): EventRule => ({
      cStat,
      breaks: (event, { endpoint }) =>
        receiver === 'state' &&
        !serves(event, wanted, new Set(endpoint.authorizers.map((authorizer) => String(authorizer.model)))),
    })),
    {
      cStat: 249,
      breaks: (event, { endpoint }) =>
        !endpoint.authorizers.some((authorizer) => authorizer.states.has(Number(keyOf(event)?.cUF))),
    },
  ];
}

const duplicity: EventRule = {
  cStat: 573,
  breaks: ({ tpEvento, nSeqEvento }, { registered }) =>
    registered.some((one) => one.tpEvento === tpEvento && one.nSeqEvento === nSeqEvento),
};

const issuerOnly: EventRule = {
  cStat: 574,
  breaks: (event) => keyOf(event)?.issuer !== event.author.padStart(14, '0'),
};

const recipientOnly: EventRule = {
  cStat: 575,
  breaks: ({ author }, { note }) => note?.recipient !== author,
};

function keyOf({ chNFe }: FiscalEvent): AccessKey | undefined {
  return accessKey(chNFe);
}

function before(dhEvento: string, limit: string | undefined): boolean {
  return limit !== undefined && Date.parse(dhEvento) < Date.parse(limit) - toleranceMs;
}
