import { isCnpj, isCpf } from '../identifiers.ts';
import type { Registered } from '../register/records.ts';
import { isInactive } from '../register/taxpayers.ts';
import { keyBreach, servesKey } from '../rules/access-key.ts';
import { looksIntoRegisters } from '../rules/registers.ts';
import { isOfOwnSeries, isSvrs, takesUnregistered } from '../rules/unregistered.ts';
import type { Endpoint } from '../transport/endpoints.ts';
import { nonReformKinds } from './non-reform.ts';
import { cancellation, substitution } from './cancellation.ts';
import { correctionLetter, deliveryReceipt, deliveryReceiptRemoval } from './delivery-receipt.ts';
import { epec } from './epec.ts';
import { type EventContext, type EventKind, type EventRule, type FiscalEvent, isInForce, keyOf } from './event.ts';
import { manifestations } from './manifestation.ts';
import { reformKinds } from './reform.ts';

const toleranceMs = 5 * 60_000;
/** cOrgao of the receivers that are not a state. */
const organs = { national: '91', svrs: '92' } as const;
const normalEmission = '1';
/**
 * Cancellations of an NFC-e: a natural person may issue an NFC-e, and so cancel it (NT 2023.002 v1.01, 5.1: G04e, G08). Only companies may
 * register other events of an NFC-e (408).
 */
const ofPersons: ReadonlySet<string> = new Set([cancellation.tpEvento, substitution.tpEvento]);

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
    ...authorRules,
    ...(kind.author === 'issuer' && kind.receiver === 'state' ? [atSvrsOnly] : []),
  ];
  const sequence: EventRule = { cStat: 594, breaks: ({ nSeqEvento }) => nSeqEvento > kind.highestSequence };
  // By NT 2014.001 v1.41 the check for duplicates ends the general rules (3.8), and the rules of the event itself follow (3.9).
  if (kind.precedesNote) return [...general, duplicate, sequence, ...kind.messageRules, ...kind.historyRules];
  return [
    ...general,
    sequence,
    ...kind.messageRules,
    { cStat: 494, breaks: (_event, { note }) => note === undefined },
    ...(kind.author === 'recipient' ? [recipientOnly] : []),
    // The manual checks for duplicates after the state of the note; the real servers answer "duplicate" to a cancellation that is sent
    // again.
    duplicate,
    ...kind.stateRules,
    { cStat: 580, breaks: (_event, { note, registered }) => !isInForce(note, registered) },
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
      breaks: ({ cOrgao }, { endpoint, isOfUnregistered }) =>
        receiver === 'state' ? !servesKey(endpoint, Number(cOrgao), isOfUnregistered) : cOrgao !== organs[receiver],
    },
    { cStat: 252, breaks: ({ tpAmb }, { endpoint }) => tpAmb !== String(endpoint.environment) },
    { cStat: 489, breaks: ({ author }) => author.length === 14 && !isCnpj(author) },
    { cStat: 490, breaks: ({ author }) => author.length === 11 && !isCpf(author) },
    {
      cStat: 408,
      breaks: (event) => event.author.length === 11 && keyOf(event)?.model === '65' && !ofPersons.has(event.tpEvento),
    },
  ];
}

/** Rules about the key itself, and about whether this endpoint serves it. */
function keyRules({ model, receiver }: EventKind): EventRule[] {
  const form = [614, 615, 616, 617, 618, 619, 236].map((cStat): EventRule => ({
    cStat,
    breaks: ({ chNFe }, context) =>
      keyBreach(chNFe, context, receiver === 'svrs' || context.isOfUnregistered) === cStat,
  }));
  const serves = (event: FiscalEvent, other: '55' | '65', models: ReadonlySet<string>): boolean =>
    keyOf(event)?.model !== other || models.has(other);
  return [
    ...form,
    { cStat: 450, breaks: (event) => model === '55' && keyOf(event)?.model !== '55' },
    { cStat: 775, breaks: (event) => model === '65' && keyOf(event)?.model !== '65' },
    ...(
      [
        [450, '65'],
        [775, '55'],
      ] as const
    ).map(([cStat, other]): EventRule => ({
      cStat,
      breaks: (event, { endpoint }) =>
        receiver === 'state' &&
        !serves(event, other, new Set(endpoint.authorizers.map((authorizer) => String(authorizer.model)))),
    })),
    {
      cStat: 249,
      breaks: (event, { endpoint, isOfUnregistered }) =>
        receiver !== 'svrs' && !servesKey(endpoint, Number(keyOf(event)?.cUF), isOfUnregistered),
    },
  ];
}

/** Rules about the author in the list of Receita Federal (LCC-RFB), whatever the author's state (1P10-30 and 1P10-32, NT 2026.007 v1.10). */
const authorRules: readonly EventRule[] = [
  {
    cStat: 187,
    breaks: (event, context) => looksIntoRegisters(context) && authorOf(event, context) === 'ABSENT',
  },
  {
    cStat: 170,
    breaks: (event, context) => looksIntoRegisters(context) && isInactive(authorOf(event, context)),
  },
];

function authorOf({ author }: FiscalEvent, context: EventContext): Registered {
  return author.length === 14 ? context.taxpayer(author, undefined) : undefined;
}

/** Events of an issuer without a state registration about its own notes go to SVRS (1P10-40, NT 2026.007 v1.10). */
const atSvrsOnly: EventRule = {
  cStat: 188,
  breaks: (event, context) =>
    takesUnregistered(context) &&
    context.note?.isUnregistered === true &&
    isOfOwnSeries(keyOf(event)?.series ?? 0) &&
    !isSvrs(context),
};

const duplicate: EventRule = {
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

function before(dhEvento: string, limit: string | undefined): boolean {
  return limit !== undefined && Date.parse(dhEvento) < Date.parse(limit) - toleranceMs;
}

/** The kinds of event that the simulator accepts; a new kind is added here. */
export const eventKinds: readonly EventKind[] = [
  correctionLetter,
  cancellation,
  substitution,
  deliveryReceipt,
  deliveryReceiptRemoval,
  epec,
  ...manifestations,
  ...reformKinds,
  ...nonReformKinds,
];

/** The kind of event of a tpEvento, if the endpoint accepts it. */
export function kindOf(tpEvento: string | undefined, endpoint: Endpoint): EventKind | undefined {
  return eventKinds.find((kind) => kind.tpEvento === tpEvento && isTakenAt(kind, endpoint));
}

function isTakenAt({ receiver, inContingency }: EventKind, { authorizers }: Endpoint): boolean {
  if (receiver === 'svrs') return authorizers.some(({ name }) => name === 'SVRS');
  return authorizers.some(
    (authorizer) =>
      authorizer.national === (receiver === 'national') && (authorizer.contingency === undefined || inContingency),
  );
}
