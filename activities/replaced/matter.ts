import { LockMode } from '@mikro-orm/core';
import type { EntityManager } from '../../config/orm.ts';
import { contingencyDefaults, type ContingencySettings } from '../../domain/companies/settings.ts';
import { nextStep, type Step } from '../../domain/conversation/next-step.ts';
import type { Progress, ReplacedEnd } from '../../domain/conversation/progress.ts';
import type { DocumentStatus } from '../../domain/documents/document.entity.ts';
import { cancellationTypes } from '../../domain/documents/events/cancellations.ts';
import { DocumentEvent } from '../../domain/documents/events/document-event.entity.ts';
import { Inutilization } from '../../domain/documents/inutilization.entity.ts';
import { nextOfReplaced, type ReplacedFacts, type ReplacedStep } from '../../domain/documents/next-of-replaced.ts';
import { ReplacedNote } from '../../domain/documents/replaced-note.entity.ts';
import { type KeyAnswer, readRetConsSitNFe } from '../../domain/sefaz/answers.ts';
import { authorizerOfKey, sefaz, sefazMessage } from '../../domain/sefaz/authority.ts';
import { consSitNFe } from '../../domain/sefaz/messages.ts';
import { obstacleOf, outcomeOf } from '../../domain/sefaz/outcomes.ts';
import { newestCertificate } from '../../operations/newest-certificate.ts';
import { waitingSince } from '../../operations/waits/waiting-since.ts';
import { callsAbout } from '../conversation/calls.ts';
import type { Conversation, ExplainWait, LoadedAttempt, Matter } from '../conversation/matter.ts';
import { obstacleProgress, unansweredProgress } from '../conversation/waits.ts';

/** The next step of asking about the note's key; 'send' where the authority does not know the key. */
function question({ calls }: ReplacedState, now: number): Step {
  return nextStep(sefaz, calls, now);
}

/** What to do next about a replaced note. */
export function nextAbout(state: ReplacedState, now: number): ReplacedStep {
  return nextOfReplaced(factsOf(state, now));
}

function factsOf(state: ReplacedState, now: number): ReplacedFacts {
  const { replaced, sale, cancellation, range, giveUp, isCpf } = state;
  const { type } = replaced;
  if (type === 'NFSE') throw new TypeError(`note ${replaced.id} is a service, which has no contingency`);
  return {
    type,
    known: knownOf(state, now),
    sale: sale.status,
    cancellation: cancellation?.status ?? null,
    range: range?.status ?? null,
    mayGiveUp: giveUp === 'AUTOMATIC' || replaced.isGiveUpApproved,
    isCpf,
  };
}

/** What is known of the note at its authority. It is absent where so many questions found nothing that an ordinary note would be sent again. */
function knownOf(state: ReplacedState, now: number): ReplacedFacts['known'] {
  if (state.replaced.protocol) return 'AUTHORIZED';
  const step = question(state, now);
  return step.do === 'send' || step.do === 'stop' ? 'ABSENT' : 'UNKNOWN';
}

/** A note that another note of the same sale replaced, with all that decides what becomes of it. */
export type ReplacedState = Conversation & {
  replaced: ReplacedNote;
  /** The sale, in its current attempt. */
  sale: { status: DocumentStatus; accessKey: string | null; isDenied: boolean };
  /** The cancellation of the replaced note; null until it is ordered. */
  cancellation: DocumentEvent | null;
  /** The inutilization of its number; null until it is ordered. */
  range: Inutilization | null;
  giveUp: ContingencySettings['giveUp'];
  /** Whether the issuer is a CPF, which cannot inutilize (266). */
  isCpf: boolean;
};

type Row = {
  status: DocumentStatus;
  accessKey: string | null;
  isDenied: boolean;
  taxId: string;
  certificateId: string | null;
  contingency: ContingencySettings | null;
};

/** Reads the state of a replaced note, or how it ended. */
export async function loadReplaced(em: EntityManager, id: string): Promise<LoadedAttempt<ReplacedState, ReplacedEnd>> {
  const replaced = await em.findOneOrFail(ReplacedNote, { id });
  const { status, company, environment, accessKey: subject } = replaced;
  if (status === 'CANCELLED' || status === 'GIVEN_UP' || status === 'SPENT') return { end: status };
  const [row] = await em.execute<Row[]>(statement, [replaced.document]);
  if (!row) throw new Error(`document ${replaced.document} does not exist`);
  const { taxId, certificateId, contingency, ...sale } = row;
  return {
    state: {
      replaced,
      sale,
      cancellation: await em.findOne(DocumentEvent, { replacedNote: id, type: { $in: cancellationTypes } }),
      range: await em.findOne(Inutilization, rangeOfNumber(replaced)),
      giveUp: contingency?.giveUp ?? contingencyDefaults.giveUp,
      isCpf: taxId.length === 11,
      subject,
      environment,
      speaker: { companyId: company, taxId, certificateId },
      calls: await callsAbout(em, sefaz, subject),
    },
  };
}

/** A range that holds just the number of this note. */
export function rangeOfNumber({ company, environment, type, series, number }: ReplacedNote) {
  const model = type === 'NFCE' ? ('65' as const) : ('55' as const);
  return { company, environment, model, series, startNumber: number, endNumber: number };
}

const statement = `
  select d.status, d.access_key as "accessKey", d.is_denied as "isDenied", c.tax_id as "taxId",
    ${newestCertificate('c.id')} as "certificateId", c.settings->'contingency' as contingency
  from document d join company c on c.id = d.company_id
  where d.id = ?`;

const explanation = `
  update replaced_note set reason = ?, waiting_kind = ?, waiting_until = ?,
    ${waitingSince}, updated_at = now()
  where id = ? and settled_at is null`;

/** Writes what a replaced note waits for into its row; there is only one attempt of it. */
export const explainReplaced: ExplainWait = (em, id, _attempt, { kind, reason, until }) =>
  em.execute(explanation, [reason, kind, until, kind, id]);

/** The matter of asking what became of a note that another of the same sale replaced. */
export const replacedMatter: Matter<ReplacedState, KeyAnswer, ReplacedEnd> = {
  idName: 'replacedId',
  logFieldsOf: ({ replaced: { document, accessKey } }) => ({ documentId: document, accessKey }),
  authorityOf: () => sefaz,
  load: (em, id) => loadReplaced(em, id),
  next(state, now) {
    const step = question(state, now);
    return step.do === 'wait' ? step : { do: 'ask' };
  },
  // No judge: the note is only asked about, and never sent again.
  authorityServiceOf: () => null,
  message({ subject: chNFe, environment }) {
    const message = consSitNFe({ environment, chNFe });
    return sefazMessage(authorizerOfKey(chNFe, environment), {
      service: 'NfeConsultaProtocolo',
      message,
      read: readRetConsSitNFe,
    });
  },
  async settle(tx, { replaced: { id } }, answer, now) {
    const replaced = await tx.em.findOneOrFail(ReplacedNote, { id }, { lockMode: LockMode.PESSIMISTIC_WRITE });
    return settle(replaced, { ...answer, now });
  },
  explain: explainReplaced,
  tellPerson: null,
};

async function settle(
  replaced: ReplacedNote,
  { cStat, xMotivo, protocol, now }: KeyAnswer & { now: Date },
): Promise<Progress<ReplacedEnd>> {
  const words = `${cStat} - ${xMotivo}`;
  const asking = `Consultando a nota substituída na SEFAZ (${words})`;
  const obstacle = obstacleOf(cStat);
  if (obstacle) return obstacleProgress(sefaz, obstacle, { words, asking, now });
  switch (outcomeOf(cStat).kind) {
    case 'authorized':
      if (protocol?.chNFe !== replaced.accessKey) return unansweredProgress(asking);
      replaced.protocol = protocol.nProt;
      replaced.authorizedAt = new Date(protocol.dhRecbto);
      replaced.cStat = cStat;
      return { kind: 'wait', pause: 'resend', reason: 'A SEFAZ tinha autorizado a nota substituída.' };
    case 'cancelled':
      replaced.settle('CANCELLED', { cStat, reason: xMotivo, at: now });
      return { kind: 'settled', end: 'CANCELLED' };
    case 'denied':
      replaced.settle('SPENT', { cStat, reason: xMotivo, at: now });
      return { kind: 'settled', end: 'SPENT' };
    default:
      return unansweredProgress(asking);
  }
}
