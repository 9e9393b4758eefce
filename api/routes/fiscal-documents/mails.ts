import type { Schema } from '../../../http/schema.ts';
import { wakeMailing } from '../../../http/wake.ts';
import { inCompany } from '../../../operations/in-company.ts';
import { findMails, shownMail, type ShownMail } from '../../../operations/mails/find-mails.ts';
import { mailDocument } from '../../../operations/mails/send.ts';
import { companyOf } from '../../locals.ts';
import type { Handlers } from '../../operations.ts';
import type { ApiParts } from '../../parts.ts';

/** Handlers of mails about a document: lists them, and sends one more. */
export function documentMailHandlers(
  parts: ApiParts,
): Pick<Handlers, 'listFiscalDocumentMails' | 'mailFiscalDocument'> {
  const { orm } = parts;
  return {
    listFiscalDocumentMails: async (req, res) => {
      const { id } = req.params;
      res.locals.documentId = id;
      const mails = await inCompany(orm, companyOf(res).id, (em) => findMails(em, id));
      res.json({ data: mails.map(documentMailView) });
    },

    mailFiscalDocument: async (req, res) => {
      const { id } = req.params;
      const { kind = null, to = null } = req.body;
      const company = companyOf(res);
      res.locals.documentId = id;
      const mails = await mailDocument(orm, company, id, { kind, to });
      await wakeMailing(parts, res, { companyId: company.id, companyTaxId: company.taxId });
      res.status(202).json({ data: mails.map((mail) => documentMailView(shownMail(mail))) });
    },
  };
}

/** A mail about a document, as the contract shows it. */
function documentMailView(mail: ShownMail): Schema<'DocumentMail'> {
  const { id, kind, sequence, email, status, attempts, error, nextAttemptAt, sentAt, bouncedAt, createdAt } = mail;
  return {
    ...{ id, kind, letter: kind === 'CORRECTED' ? sequence : null, email, status, attempts, error },
    nextAttemptAt: nextAttemptAt?.toISOString() ?? null,
    sentAt: sentAt?.toISOString() ?? null,
    bouncedAt: bouncedAt?.toISOString() ?? null,
    createdAt: createdAt.toISOString(),
  };
}
