import type { EntityManager } from '../../config/orm.ts';
import { contingencyDefaults, type ContingencySettings } from '../../domain/companies/settings.ts';
import { ReplacedNote } from '../../domain/documents/replaced/replaced-note.entity.ts';
import type { ReplacedEnd } from '../../domain/conversation/progress.ts';
import type { DocumentStatus } from '../../domain/documents/document.entity.ts';
import { DocumentEvent } from '../../domain/documents/events/document-event.entity.ts';
import { cancellationTypes } from '../../domain/documents/events/cancellations.ts';
import { Inutilization } from '../../domain/inutilizations/inutilization.entity.ts';
import { sefaz } from '../../domain/sefaz/authority.ts';
import { newestCertificate } from '../../operations/newest-certificate.ts';
import { callsAbout } from '../conversation/calls.ts';
import type { Conversation, Loaded } from '../conversation/matter.ts';

/** A note that another of the same sale replaced, with all that decides what becomes of it. */
export type ReplacedState = Conversation & {
  replaced: ReplacedNote;
  /** The sale, as it stands in its present attempt. */
  sale: { status: DocumentStatus; accessKey: string | null; isDenied: boolean };
  /** The cancellation of the replaced note, once it was asked for. */
  cancellation: DocumentEvent | null;
  /** The inutilization of its number, once it was asked for. */
  range: Inutilization | null;
  giveUp: ContingencySettings['giveUp'];
  /** A CPF issuer cannot inutilize (266). */
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

/** Reads a replaced note, or how it ended. */
export async function loadReplaced(em: EntityManager, id: string): Promise<Loaded<ReplacedState, ReplacedEnd>> {
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
      range: await em.findOne(Inutilization, rangeOf(replaced)),
      giveUp: contingency?.giveUp ?? contingencyDefaults.giveUp,
      isCpf: taxId.length === 11,
      subject,
      environment,
      speaker: { companyId: company, taxId, certificateId },
      calls: await callsAbout(em, sefaz, subject),
    },
  };
}

/** The inutilization of just this number. */
export function rangeOf({ company, environment, type, series, number }: ReplacedNote) {
  const model = type === 'NFCE' ? ('65' as const) : ('55' as const);
  return { company, environment, model, series, startNumber: number, endNumber: number };
}

const statement = `
  select d.status, d.access_key as "accessKey", d.is_denied as "isDenied", c.tax_id as "taxId",
    ${newestCertificate('c.id')} as "certificateId", c.settings->'contingency' as contingency
  from document d join company c on c.id = d.company_id
  where d.id = ?`;
