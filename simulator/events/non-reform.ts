import { timestamp } from '../clock.ts';
import { accessKey, isCnpj, isCpf } from '../identifiers.ts';
import type { EventRecord } from '../register/records.ts';
import { child, children, type Element, textOf } from '../xml/element.ts';
import { type NonReformCode, nonReformFault } from './non-reform-layouts.ts';
import {
  authorState,
  type EventContext,
  type EventKind,
  eventKind,
  type EventRule,
  failureInForce,
  type FiscalEvent,
  instant,
  removalRules,
} from './event.ts';
import { eitherAuthor } from './reform.ts';

const own = (
  tpEvento: NonReformCode,
  schema = `e${tpEvento}_v1.00.xsd`,
): Pick<EventKind, 'tpEvento' | 'model' | 'detail'> => ({
  tpEvento: String(tpEvento),
  model: '55',
  detail: { schema, faultOf: (detail) => nonReformFault(tpEvento, detail) },
});

const issuing = '1';
const carrying = '3';
const freightOfRecipient = ['1', '4'];

const authorOf = ({ detail }: FiscalEvent): string => textOf(detail, 'tpAutor') ?? '';
const letIn = ({ detail }: FiscalEvent): Element | undefined => child(detail, 'autXML');
const grantOf = ({ detail }: FiscalEvent): string | undefined => textOf(detail, 'tpAutorizacao');
const carrierOf = (event: FiscalEvent): string => textOf(letIn(event), 'CNPJ') ?? textOf(letIn(event), 'CPF') ?? '';
const has = ({ detail }: FiscalEvent, name: string): boolean => child(detail, name) !== undefined;

/** The carriers that earlier events gave access to the note. */
const accesses = ({ registered }: EventContext): NonNullable<EventRecord['access']>[] =>
  registered.flatMap(({ access }) => access ?? []);

const isWrong = (text: string | undefined, isRight: (text: string) => boolean): boolean =>
  text !== undefined && !isRight(text);

/** Rules that the message alone can break, about the carrier that gets access (NT 2020.007 v1.40, 03.8: P20-10 to P27-20). */
const accessForm: readonly EventRule[] = [
  { cStat: 455, breaks: (event, context) => authorOf(event) === issuing && authorState.breaks(event, context) },
  { cStat: 323, breaks: (event) => isWrong(textOf(letIn(event), 'CNPJ'), isCnpj) },
  { cStat: 325, breaks: (event) => isWrong(textOf(letIn(event), 'CPF'), isCpf) },
  { cStat: 827, breaks: (event) => authorOf(event) !== carrying && grantOf(event) === undefined },
  { cStat: 828, breaks: (event) => authorOf(event) === carrying && grantOf(event) !== undefined },
  { cStat: 829, breaks: (event) => grantOf(event) === '1' && !has(event, 'xCondUso') },
  { cStat: 830, breaks: (event) => grantOf(event) !== '1' && has(event, 'xCondUso') },
];

const monthsOfAccess = 6;

/** Rule H03: the deadline for giving access. */
const accessDeadline: EventRule = {
  cStat: 596,
  breaks: (_event, { note, at }) => {
    const end = new Date(note?.dhRecbto ?? at);
    end.setUTCMonth(end.getUTCMonth() + monthsOfAccess);
    return at > end && `${monthsOfAccess} meses`;
  },
};

/** Rules 2P21-10 to 3P15-21, about the author, the note and earlier events. */
const accessRules: readonly EventRule[] = [
  ...eitherAuthor,
  {
    cStat: 449,
    breaks: (event, { note }) => authorOf(event) === '2' && !freightOfRecipient.includes(note?.reform?.modFrete ?? ''),
  },
  { cStat: 421, breaks: (event) => accessKey(event.chNFe)?.issuer === carrierOf(event).padStart(14, '0') },
  { cStat: 422, breaks: (event, { note }) => note?.recipient === carrierOf(event) },
  {
    cStat: 423,
    breaks: (event, context) =>
      context.note?.authorized?.includes(carrierOf(event)) === true ||
      accesses(context).some(({ taxId }) => taxId === carrierOf(event)),
  },
  {
    cStat: 831,
    breaks: (event, context) =>
      authorOf(event) === carrying &&
      accesses(context).some(({ taxId, mayGrant }) => taxId === event.author && !mayGrant),
  },
  {
    cStat: 585,
    breaks: (event, context) =>
      authorOf(event) === carrying && !accesses(context).some(({ taxId }) => taxId === event.author),
  },
];

/** 110150: the issuer or recipient, or a carrier, gives a carrier access to the note, at the national environment (NT 2020.007 v1.40). */
const carrierAccess = eventKind({
  ...own(110150, '110150_v1.00.xsd'),
  title: 'Ator Interessado na NF-e - Transportador',
  receiver: 'national',
  author: 'either',
  highestSequence: 20,
  messageRules: accessForm,
  stateRules: [accessDeadline],
  historyRules: accessRules,
  access: (event) => ({ taxId: carrierOf(event), mayGrant: grantOf(event) === '1' }),
});

/** 110192: a failed delivery, at SVRS, one at a time (NT 2023.005 v1.02 §3.7). */
const deliveryFailure = eventKind({
  ...own(110192),
  title: 'Insucesso na Entrega da NF-e',
  receiver: 'svrs',
  author: 'issuer',
  highestSequence: 99,
  messageRules: [
    authorState,
    { cStat: 821, breaks: (event) => instant(event, 'dhTentativaEntrega') > Date.parse(event.dhEvento) },
    { cStat: 822, breaks: (event) => instant(event, 'dhHashTentativaEntrega') > Date.parse(event.dhEvento) },
  ],
  historyRules: [
    { cStat: 823, breaks: (event, { note }) => instant(event, 'dhTentativaEntrega') < Date.parse(note?.dhEmi ?? '') },
    {
      cStat: 824,
      breaks: (event, { note }) => instant(event, 'dhHashTentativaEntrega') < Date.parse(note?.dhEmi ?? ''),
    },
    { cStat: 825, breaks: (_event, { registered }) => failureInForce(registered) !== undefined },
  ],
});

/** 110193: takes a failed delivery back (NT 2023.005 v1.02 §4.7). */
const deliveryFailureRemoval = eventKind({
  ...own(110193),
  title: 'Cancelamento Insucesso na Entrega da NF-e',
  receiver: 'svrs',
  author: 'issuer',
  highestSequence: 99,
  messageRules: [authorState],
  historyRules: removalRules('110192'),
});

const anyPayment =
  (breaks: (payment: Element, context: EventContext) => boolean): EventRule['breaks'] =>
  ({ detail }, context) =>
    children(detail, 'detPag').some((payment) => breaks(payment, context));

/** 110750: the payments that a note got, at SVRS (NT 2024.002 v1.00 §3.7). */
const reconciliation = eventKind({
  ...own(110750),
  title: 'ECONF',
  receiver: 'svrs',
  author: 'issuer',
  highestSequence: 99,
  messageRules: [
    {
      cStat: 657,
      breaks: anyPayment((payment, { at }) => (textOf(payment, 'dPag') ?? '') > timestamp(at).slice(0, 10)),
    },
    { cStat: 961, breaks: anyPayment((payment) => isWrong(textOf(payment, 'CNPJPag'), isCnpj)) },
    { cStat: 437, breaks: anyPayment((payment) => isWrong(textOf(payment, 'CNPJIF'), isCnpj)) },
    { cStat: 208, breaks: anyPayment((payment) => isWrong(textOf(payment, 'CNPJReceb'), isCnpj)) },
  ],
});

/** 110751: takes a 110750 back (NT 2024.002 v1.00 §4.7). */
const reconciliationRemoval = eventKind({
  ...own(110751),
  title: 'Cancelamento Conciliacao Financeira',
  receiver: 'svrs',
  author: 'issuer',
  highestSequence: 99,
  historyRules: removalRules('110750'),
});

/** The kinds of event beside those of the reform: carrier access, failed delivery, payments. */
export const nonReformKinds: readonly EventKind[] = [
  carrierAccess,
  deliveryFailure,
  deliveryFailureRemoval,
  reconciliation,
  reconciliationRemoval,
];
