import { type MailKind, mailKinds } from '../../domain/companies/buyer-mail.ts';
import type { ShownMail } from '../../operations/mails/find-mails.ts';
import { shownMail } from '../../operations/mails/find-mails.ts';
import { mailDocument } from '../../operations/mails/send.ts';
import { acrossCompanies } from '../../operations/in-company.ts';
import { findCompany } from '../../operations/provisioning.ts';
import { CommandRefused } from '../command-refused.ts';
import type { Session } from '../session.ts';
import { listed, oneOf } from '../terminal/input.ts';
import { wakeMailing } from '../wake.ts';
import { documentNamed } from './story.ts';

export type MailOptions = { to?: string; kind?: string };
export type MailedDocument = { mails: ShownMail[]; isWoken: boolean };

/**
 * Sends a document by mail: to the addresses in the document and its company's settings, or to those that were typed.
 *
 * @throws {CommandRefused} `document_not_found`, `invalid_input`
 * @throws {DomainError} as `mailDocument`
 */
export async function mailNamed(
  session: Session,
  reference: string,
  { to, kind: written }: MailOptions,
): Promise<MailedDocument> {
  const emails = to === undefined ? null : listed(to);
  const wrong = emails?.find((email) => !/^[^\s@,;]+@[^\s@,;]+\.[^\s@.,;]+$/.test(email));
  if (wrong !== undefined) throw new CommandRefused('invalid_input', `"${wrong}" não é um e-mail.`);
  const kind: MailKind | null = written === undefined ? null : oneOf('--kind', mailKinds)(written);
  const { id, company: companyId } = await documentNamed(session, reference);
  const orm = await session.orm();
  const company = await findCompany(acrossCompanies(orm), companyId);
  const mails = await mailDocument(orm, { id: companyId, actor: session.actor }, id, { kind, to: emails });
  return { mails: mails.map((mail) => shownMail(mail)), isWoken: await wakeMailing(session, company) };
}

export function mailedInWords({ mails, isWoken }: MailedDocument): string {
  const lines = mails.map(({ email, status }) => `  ${email}  ${status}`);
  const later = isWoken ? [] : ['O Temporal não responde: os e-mails saem quando ele voltar.'];
  return ['E-mails a enviar:', ...lines, ...later].join('\n');
}
