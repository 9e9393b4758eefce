import { type AccessKey, accessKey } from '../identifiers.ts';
import type { NoteRecord } from '../register/records.ts';
import { keyBreach } from '../rules/access-key.ts';
import { type Element, textOf } from '../xml/element.ts';
import {
  authorState,
  cancellationOf,
  type EventContext,
  eventKind,
  type EventRule,
  type FiscalEvent,
  isConfirmed,
  failureInForce,
  isInForce,
  receiptInForce,
} from './event.ts';

const registered = 135;
const registeredLate = 155;
const hourMs = 3_600_000;
const deadlines: Readonly<Record<string, number>> = { '55': 24 * hourMs, '65': hourMs / 2 };
const substitutionDeadlineMs = 168 * hourMs;
/** The longest time between the emission of a note and that of its substitute. */
const longestWaitMs = 2 * hourMs;
const normal = '1';
const offline = '9';

/** Checked before the deadline: another event already cancelled the note. */
const cancelledAlready: EventRule = {
  cStat: 218,
  breaks: (_event, { registered: events }) => cancellationOf(events) !== undefined,
};

/** What every cancellation must match, and what prevents it (MOC 7.0 §5.9.4; NT 2021.001 §5; NT 2023.005 v1.02 §5). */
const cancellationBlocks: readonly EventRule[] = [
  { cStat: 222, breaks: ({ detail }, { note }) => textOf(detail, 'nProt') !== note?.nProt },
  { cStat: 221, breaks: (_event, { registered: events }) => isConfirmed(events) },
  {
    cStat: 826,
    breaks: (_event, { registered: events }) => (receiptInForce(events) ?? failureInForce(events)) !== undefined,
  },
];

/** Cancellation (110111): by the issuer, of an authorized note, within its deadline. */
export const cancellation = eventKind({
  tpEvento: '110111',
  title: 'Cancelamento registrado',
  receiver: 'state',
  inContingency: true,
  author: 'issuer',
  highestSequence: 1,
  stateRules: [
    cancelledAlready,
    { cStat: 501, breaks: (_event, context) => isLate(context) && !context.acceptsLateCancellation() },
  ],
  historyRules: cancellationBlocks,
  registeredAs: (context) => (isLate(context) ? registeredLate : registered),
});

function isLate({ note, at }: EventContext): boolean {
  if (!note) return false;
  const model = accessKey(note.chNFe)?.model ?? '';
  return at.getTime() - Date.parse(note.dhRecbto) > (deadlines[model] ?? 0);
}

/** Fields of an access key as the authority names them, by the code that other services answer to a wrong one. */
const fields = new Map([
  [236, 'Digito'],
  [614, 'Codigo UF'],
  [615, 'Ano'],
  [616, 'Mes'],
  [617, 'CNPJ/CPF'],
  [618, 'Modelo'],
  [619, 'Numero'],
]);

/** The substitute's key by itself (910), and compared with the key that it replaces (911). */
const substituteKeyRules: readonly EventRule[] = [
  {
    cStat: 910,
    breaks: (event, context) => fields.get(keyBreach(substituteKey(event), context, false) ?? 0) ?? false,
  },
  {
    cStat: 911,
    breaks: (event) => (substituteKey(event) === event.chNFe ? 'mesma Chave de Acesso' : differingField(event)),
  },
];

/** The substitute itself, compared with the note that it replaces (MOC 7.0 Anexo I, 5P31). */
const substituteNoteRules: readonly EventRule[] = [
  { cStat: 912, breaks: (event, context) => substituteOf(event, context) === undefined },
  {
    cStat: 913,
    breaks: (event, context) => {
      const { note, registered } = context.about(substituteKey(event));
      return !isInForce(note, registered);
    },
  },
  {
    cStat: 914,
    breaks: (event, context) => {
      const issuedAt = (note: NoteRecord | undefined): number => Date.parse(note?.dhEmi ?? '');
      return issuedAt(substituteOf(event, context)) > issuedAt(context.note) + longestWaitMs;
    },
  },
  differs(915, ({ vNF }) => vNF),
  differs(916, ({ vICMS }) => vICMS),
  {
    cStat: 917,
    breaks: (event, context) =>
      context.note?.recipient !== undefined && substituteOf(event, context)?.recipient !== context.note.recipient,
  },
  differs(918, ({ items }) => items?.count),
  differs(919, ({ items }) => items?.sha256),
];

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
export const substitution = eventKind({
  tpEvento: '110112',
  title: 'Cancelamento por substituicao registrado',
  receiver: 'state',
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
      breaks: (_event, { note, at }) =>
        note !== undefined && at.getTime() - Date.parse(note.dhRecbto) > substitutionDeadlineMs,
    },
  ],
  historyRules: [...cancellationBlocks, ...substituteNoteRules],
});

function faultOf(detail: Element): string | undefined {
  if (detail.attributes['versao'] !== '1.00') return "Element 'detEvento', attribute 'versao': expected '1.00'";
  const expected = layout.map(([name]) => name).join(' ');
  const found = detail.children.map(({ name }) => name).join(' ');
  if (found !== expected) return `Element 'detEvento': expected ( ${expected} )`;
  const wrong = layout.find(([name, form]) => !form.test(textOf(detail, name) ?? ''));
  return wrong && `Element '${wrong[0]}': the value is not accepted by the pattern`;
}

function differs(cStat: number, of: (note: NoteRecord) => string | number | undefined): EventRule {
  return {
    cStat,
    breaks(event, context) {
      const substitute = substituteOf(event, context);
      return substitute !== undefined && context.note !== undefined && of(substitute) !== of(context.note);
    },
  };
}

function differingField(event: FiscalEvent): string | false {
  const key = accessKey(event.chNFe);
  const other = accessKey(substituteKey(event));
  const compared: readonly (readonly [string, (of: AccessKey) => string])[] = [
    ['Codigo da UF', ({ cUF }) => cUF],
    ['CNPJ/CPF', ({ issuer }) => issuer],
    ['Modelo', ({ model }) => model],
  ];
  return compared.find(([, of]) => key && other && of(key) !== of(other))?.[0] ?? false;
}

function substituteKey({ detail }: FiscalEvent): string {
  return textOf(detail, 'chNFeRef') ?? '';
}

function substituteOf(event: FiscalEvent, context: EventContext): NoteRecord | undefined {
  return context.about(substituteKey(event)).note;
}
