import type { EntityManager, Orm } from '../../config/orm.ts';
import type { MailKind } from '../../domain/companies/buyer-mail.ts';
import type { Document } from '../../domain/documents/document.entity.ts';
import { DocumentEvent } from '../../domain/documents/events/document-event.entity.ts';
import { DocumentMail, MailSuppression } from '../../domain/documents/mails/document-mail.entity.ts';
import { DomainError } from '../../domain/errors.ts';
import type { ActingCompany } from '../acting.ts';
import { recordFor } from '../audit/record.ts';
import { findDocument } from '../documents/find-document.ts';
import { inCompany } from '../in-company.ts';
import { addressesOf } from './owed.ts';

/** A requested mail; null means the kind that follows from the document's status, and the addresses of the document. */
export type RequestedMail = { kind: MailKind | null; to: string[] | null };

/**
 * Sends a document by mail because somebody asks for it, whatever mails its company sends by itself. The caller wakes the actor of the company's
 * mails after the commit.
 *
 * @returns one mail for each address: a new one, or the one that still waits or was requested within the last minute
 * @throws NotFound
 * @throws DomainError `invalid_state` where there is nothing of that kind to send, or an address takes no mails; `validation_error` where there
 *   is no address
 */
export function mailDocument(
  orm: Orm,
  company: Pick<ActingCompany, 'id' | 'actor'>,
  documentId: string,
  { kind: asked, to }: RequestedMail,
): Promise<DocumentMail[]> {
  return inCompany(orm, company.id, async (em) => {
    const document = await findDocument(em, documentId);
    const kind = asked ?? (document.status === 'CANCELLED' ? 'CANCELLED' : 'ISSUED');
    const sequence = await sequenceOf(em, document, kind);
    const emails = to ? [...new Set(to.map((each) => each.toLowerCase()))] : await ownAddresses(em, document);
    if (emails.length === 0) throw noAddress();
    await refuseSuppressed(em, emails);
    const of = { document: document.id, kind, sequence };
    await em.execute(begun, [...valuesOf(of), company.id, ...valuesOf(of), JSON.stringify(emails), ...valuesOf(of)]);
    recordFor(em, company, 'DOCUMENT_MAIL_REQUESTED', document.id, {
      type: document.type,
      mail: kind,
      addresses: emails.length,
    });
    await em.flush();
    return latest(em, { ...of, email: { $in: emails } });
  });
}

const valuesOf = ({ document, kind, sequence }: { document: string; kind: MailKind; sequence: number }) => [
  document,
  kind,
  sequence,
];

/** Creates a mail for each address, in the round after the last one. Of two requests at the same time the unique index lets one create it. */
const begun = `
  with earlier as (
    select email, max(round) as round, bool_or(status = 'PENDING' or created_at > now() - interval '1 minute') as is_under_way
    from document_mail where document_id = ? and kind = ? and sequence = ? group by email
  )
  insert into document_mail (id, company_id, document_id, kind, sequence, email, round, status, next_attempt_at, created_at)
  select gen_random_uuid(), ?::uuid, ?::uuid, ?, ?::int, asked.email, coalesce(earlier.round + 1, 0), 'PENDING', clock_timestamp(), clock_timestamp()
  from jsonb_array_elements_text(?::jsonb) asked(email) left join earlier on earlier.email = asked.email
  where not coalesce(earlier.is_under_way, false)
  on conflict do nothing`;

/** The last mail to each address. */
async function latest(
  em: EntityManager,
  where: { document: string; kind: MailKind; sequence: number; email: { $in: string[] } },
): Promise<DocumentMail[]> {
  const all = await em.find(DocumentMail, where, { orderBy: { round: 'desc' } });
  return [...new Map(all.toReversed().map((mail) => [mail.email, mail])).values()];
}

/** The number of the correction letter; 0 for every other kind of mail. */
async function sequenceOf(em: EntityManager, document: Document, kind: MailKind): Promise<number> {
  const { id, status } = document;
  if (status !== 'AUTHORIZED' && status !== 'CANCELLED') {
    throw new DomainError(
      'invalid_state',
      `Este documento está ${status}: só o que foi autorizado pode ser enviado por e-mail.`,
    );
  }
  if (kind === 'CANCELLED' && status !== 'CANCELLED') {
    throw new DomainError('invalid_state', 'Este documento não foi cancelado: envie o próprio documento (ISSUED).');
  }
  if (kind !== 'CORRECTED') return 0;
  const letters = { document: id, type: 'CORRECTION_LETTER', status: 'REGISTERED' } as const;
  const [letter] = await em.find(DocumentEvent, letters, { orderBy: { sequence: 'desc' }, limit: 1 });
  if (letter) return letter.sequence;
  throw new DomainError(
    'invalid_state',
    'Este documento não tem carta de correção registrada: envie o próprio documento (ISSUED).',
  );
}

async function ownAddresses(em: EntityManager, { id, company }: Document): Promise<string[]> {
  const rows = await em.execute<{ email: string }[]>(
    `select address.email from document d join company c on c.id = d.company_id cross join lateral (${addressesOf}) address
     where d.id = ? and c.id = ?`,
    [id, company],
  );
  return rows.map(({ email }) => email);
}

function noAddress(): DomainError {
  const message = 'O cliente deste documento não tem e-mail, e a venda não diz outro: informe para quem enviar.';
  return new DomainError('validation_error', message, { issues: [{ path: 'to', message }] });
}

async function refuseSuppressed(em: EntityManager, emails: string[]): Promise<void> {
  const [dead] = await em.find(MailSuppression, { email: { $in: emails } }, { limit: 1 });
  if (!dead) return;
  const message =
    `O endereço ${dead.email} não recebe e-mail (${dead.reason}). ` +
    'Se voltou a receber, retire-o da lista dos que não recebem; se não, envie a outro.';
  throw new DomainError('invalid_state', message);
}
