import type { EntityManager } from '../../config/orm.ts';
import type { ContingencySettings, Environment } from '../../domain/companies/settings.ts';
import type { ContingencyMode } from '../../domain/contingency-mode.ts';
import type { EmissionEnd } from '../../domain/conversation/progress.ts';
import type { WaitKind } from '../../domain/conversation/waiting.ts';
import { isInCoupon, isOfUnregistered } from '../../domain/nfe/build-nfe.ts';
import type { DocumentType } from '../../domain/document-types.ts';
import type { DocumentStatus } from '../../domain/documents/document.entity.ts';
import { isHeldAfterRestore } from '../../operations/installations/restoration.ts';
import { newestCertificate } from '../../operations/newest-certificate.ts';
import { callOf, type CallRow, callRowsAbout } from '../conversation/calls.ts';
import { authorityOf, type Conversation, type LoadedAttempt, type Speaker } from '../conversation/matter.ts';
import { knownContingency, type KnownContingency } from './contingency-form.ts';

/** One attempt to issue a document, with what its conversation needs. */
export type NoteAttempt = Conversation & {
  documentId: string;
  attempt: number;
  type: DocumentType;
  prepared: NoteToSend;
  /** Whether a person adopts the note that the authority holds, whatever its content. */
  takesAny: boolean;
  /** How a note of goods was issued and may be issued anew; null for a service, and for an attempt that is just being prepared. */
  goods: IssuedGoods | null;
  /** Whether the database was restored from a backup and nothing of this company may be sent yet. */
  isRestored: boolean;
};

/** How an attempt of a note of goods was issued, and what is known of the contingency. */
export type IssuedGoods = {
  mode: ContingencyMode | null;
  waitingKind: WaitKind | null;
  transmitBy: Date | null;
  /** When its run claimed it. */
  claimedAt: Date | null;
  state: string;
  /** Whether the issuer has no state registration in the note. */
  isUnregistered: boolean;
  /** Whether it is an NF-e that is printed as a coupon. */
  isCoupon: boolean;
  settings: ContingencySettings | undefined;
  contingency: KnownContingency;
};

type NoteToSend = {
  subject: string;
  /** Null until the authority has given it. */
  accessKey: string | null;
  signedXml: string;
  digestValue: string;
  receipt: string | null;
};

type Row = Speaker & {
  type: DocumentType;
  status: DocumentStatus;
  /** The document's current attempt, which may be a later one than this. */
  currentAttempt: number;
  environment: Environment;
  /** Null where the attempt was not prepared. */
  prepared: NoteToSend | null;
  calls: CallRow[];
  mode: ContingencyMode | null;
  waitingKind: WaitKind | null;
  transmitByMs: number | null;
  claimedAtMs: number | null;
  state: string | null;
  settings: ContingencySettings | null;
  contingency: KnownContingency;
  isRestored: boolean;
};

/**
 * Reads an attempt in one statement: every step of every note reads it, and a round trip to the database costs more than the data that it brings.
 */
export async function loadNote(
  em: EntityManager,
  documentId: string,
  attempt: number,
): Promise<LoadedAttempt<NoteAttempt, EmissionEnd>> {
  const [row] = await em.execute<Row[]>(statement, [attempt, documentId]);
  if (!row) throw new Error(`document ${documentId} does not exist`);
  const { type, status, currentAttempt, environment, prepared, calls, companyId, taxId, certificateId } = row;
  if (status !== 'PROCESSING' || currentAttempt !== attempt) return { end: endOfNote(row) };
  const speaker = { companyId, taxId, certificateId };
  if (!prepared) throw new Error(`attempt ${attempt} of document ${documentId} was never prepared`);
  const about = { subject: prepared.subject, calls: calls.map((call) => callOf(authorityOf(type), call)) };
  return {
    state: {
      documentId,
      attempt,
      type,
      environment,
      prepared,
      speaker,
      takesAny: false,
      goods: goodsOf(row),
      isRestored: row.isRestored,
      ...about,
    },
  };
}

function goodsOf(row: Row): IssuedGoods | null {
  if (row.type === 'NFSE') return null;
  const { mode, waitingKind, transmitByMs, claimedAtMs, state, settings, contingency, prepared } = row;
  return {
    mode,
    waitingKind,
    transmitBy: dateOf(transmitByMs),
    claimedAt: dateOf(claimedAtMs),
    state: state ?? '',
    isUnregistered: prepared !== null && isOfUnregistered(prepared.signedXml),
    isCoupon: prepared !== null && isInCoupon(prepared.signedXml),
    settings: settings ?? undefined,
    contingency,
  };
}

const dateOf = (ms: number | null): Date | null => (ms === null ? null : new Date(Number(ms)));

/** How an attempt ended, once it is not under way any more; the sale may go on as a later attempt. */
export function endOfNote({ status }: { status: DocumentStatus }): EmissionEnd {
  if (status === 'PROCESSING') return 'REISSUED';
  return status === 'AUTHORIZED' || status === 'CANCELLED' ? 'AUTHORIZED' : 'REJECTED';
}

const modelOfRow = `case d.type when 'NFE' then '55' when 'NFCE' then '65' end`;

const statement = `
  select d.type, d.status, d.attempt as "currentAttempt", d.environment, d.company_id as "companyId", c.tax_id as "taxId",
    ${newestCertificate('c.id')} as "certificateId",
    case when e.subject is not null then json_build_object(
      'subject', e.subject, 'accessKey', e.access_key, 'signedXml', e.signed_xml, 'digestValue', e.digest_value, 'receipt', e.receipt
    ) end as prepared,
    ${callRowsAbout('e.subject')} as calls,
    d.contingency_mode as mode, d.waiting_kind as "waitingKind",
    round(extract(epoch from d.contingency_transmit_by) * 1000) as "transmitByMs", round(extract(epoch from d.claimed_at) * 1000) as "claimedAtMs",
    c.settings->'address'->>'state' as state, c.settings->'contingency' as settings,
    ${knownContingency('c.id', 'd.environment', modelOfRow)} as contingency,
    ${isHeldAfterRestore('c.id')} as "isRestored"
  from document d
  join company c on c.id = d.company_id
  left join emission e on e.document_id = d.id and e.attempt = ?
  where d.id = ?`;
