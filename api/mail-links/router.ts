import { type ErrorRequestHandler, type Request, Router } from 'express';
import { Document } from '../../domain/documents/document.entity.ts';
import { Company } from '../../domain/companies/company.entity.ts';
import { type MailLink, mailLinksPath, readMailLink } from '../../domain/documents/mails/link-token.ts';
import { linkedNoteHtml, type LinkNotice, linkNoticeHtml, linkNotices } from '../../domain/pages/document-mail/page.ts';
import { stylesheet } from '../../domain/pages/invitation/page.ts';
import { linkRate } from '../../http/link-rate.ts';
import { privateHeaders, inlineStyleDirective } from '../../http/private-pages.ts';
import { HttpRefusal } from '../../http/refusal.ts';
import { isDatabaseAway } from '../../operations/database.ts';
import { inCompany } from '../../operations/in-company.ts';
import { type Enclosures, enclosuresOf } from '../../operations/mails/enclosures.ts';
import { setDisposition } from '../../http/send-stream.ts';
import type { ApiParts } from '../parts.ts';

type Linked = { link: MailLink; document: Document; issuerName: string; enclosures: Enclosures };

/**
 * The pages behind the links in mails about documents. They ask for no key: whoever has a link sees its note until the link expires. They are not in
 * the contract.
 */
export function mailLinks(parts: ApiParts): Router {
  const { orm, masterKey, rates, renderer } = parts;
  const [rate, unknownRate] = [linkRate(), linkRate()];

  async function find(req: Request<{ token: string }>): Promise<Linked> {
    const { token } = req.params;
    rate.spend(token);
    const link = readMailLink(masterKey, token);
    if (!link) {
      unknownRate.spend(req.socket.remoteAddress ?? '');
      throw new NotShown('unknown');
    }
    if (link.expiresAt <= new Date()) throw new NotShown('expired');
    return inCompany(orm, link.companyId, async (em) => {
      const document = await em.findOne(Document, { id: link.documentId });
      const enclosures = document && (await enclosuresOf(em, { ...link, document }, rates.calendar));
      if (!document || !enclosures) throw new NotShown('unknown');
      const { name, tradeName } = await em.findOneOrFail(
        Company,
        { id: link.companyId },
        { fields: ['name', 'tradeName'] },
      );
      return { link, document, issuerName: tradeName ?? name, enclosures };
    });
  }

  const pages = Router({ caseSensitive: true, strict: true });
  pages.use(privateHeaders([inlineStyleDirective(stylesheet.text)]));
  pages.route('/:token').get(async (req, res) => {
    const { link, document, issuerName } = await find(req);
    const { type, nfseNumber, totalValue, environment } = document;
    const number = type === 'NFSE' ? (nfseNumber ?? String(document.number)) : String(document.number);
    const isTest = environment !== 'PRODUCTION';
    const { token } = req.params;
    res.send(linkedNoteHtml({ kind: link.kind, issuerName, type, number, totalValue, isTest, token }));
  });
  pages.route('/:token/xml').get(async (req, res) => {
    const { name, xml } = (await find(req)).enclosures.xml;
    setDisposition(res, name, { download: true });
    res.type('application/xml').send(xml);
  });
  pages.route('/:token/pdf').get(async (req, res) => {
    const { link, enclosures } = await find(req);
    const pdf = await renderer.pdf(enclosures.page.html, link.companyId);
    setDisposition(res, enclosures.page.name, { download: true });
    res.type('application/pdf').send(Buffer.from(pdf));
  });
  pages.use((req, res) => {
    if (req.method === 'GET' || req.method === 'HEAD') throw new NotShown('unknown');
    res.set('Allow', 'GET, HEAD');
    throw new NotShown('wrongMethod');
  });
  pages.use(failures);

  const router = Router({ caseSensitive: true });
  router.use(mailLinksPath, pages);
  return router;
}

/** A note cannot be shown. */
class NotShown extends Error {
  readonly notice: LinkNotice;

  constructor(notice: LinkNotice) {
    super(`a linked note is not shown: ${notice}`);
    this.name = 'NotShown';
    this.notice = notice;
  }
}

/** Turns what was thrown into a page. */
const failures: ErrorRequestHandler = (error: unknown, _req, res, _next) => {
  const notice = noticeOf(error);
  if (notice === 'failed') res.locals.log.error('a linked note failed', { error });
  if (error instanceof HttpRefusal) res.set(error.headers);
  if (notice === 'away') res.set('Retry-After', '5');
  res.type('html').status(linkNotices[notice].status).send(linkNoticeHtml(notice));
};

function noticeOf(error: unknown): LinkNotice {
  if (error instanceof NotShown) return error.notice;
  if (error instanceof HttpRefusal) return 'tooOften';
  if (error instanceof URIError) return 'unknown';
  return isDatabaseAway(error) ? 'away' : 'failed';
}
