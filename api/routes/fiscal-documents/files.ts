import { type EntityManager, inCompany } from '../../../config/orm.ts';
import { Company } from '../../../domain/companies/company.entity.ts';
import type { DanfeOptions } from '../../../domain/danfe/danfe.ts';
import { drawers } from '../../../domain/danfe/drawers.ts';
import { traitsOf } from '../../../domain/document-types.ts';
import { fiscalDateTime } from '../../../domain/fiscal-time.ts';
import { stateOf } from '../../../domain/sefaz/endpoints.ts';
import { cancellationTypes } from '../../../domain/documents/cancellations.ts';
import { DocumentEvent } from '../../../domain/documents/document-event.entity.ts';
import type { Document } from '../../../domain/documents/document.entity.ts';
import { Emission } from '../../../domain/documents/emission.entity.ts';
import { DomainError } from '../../../domain/errors.ts';
import { callerOf } from '../../locals.ts';
import type { Handlers } from '../../operations.ts';
import type { ApiParts } from '../../parts.ts';
import { authorizedXml } from './authorized-xml.ts';
import { findDocument } from './find-document.ts';

type FileOperations = 'getFiscalDocumentXml' | 'getFiscalDocumentDanfe';

export function fileHandlers({ orm, renderer }: ApiParts): Pick<Handlers, FileOperations> {
  return {
    getFiscalDocumentXml: async (req, res) => {
      const { id } = req.params;
      const { type = 'authorized', download } = req.query;
      res.locals.documentId = id;
      const { name, xml } = await inCompany(orm, callerOf(res).companyId, async (em) => {
        const document = await findDocument(em, id);
        const { emission, xml } = await (type === 'signed' ? signed : authorizedXml)(em, document);
        return { name: `${emission.accessKey ?? emission.subject}-${traitsOf[document.type].files[type]}`, xml };
      });
      if (download) res.attachment(name);
      res.type('application/xml').send(xml);
    },

    getFiscalDocumentDanfe: async (req, res) => {
      const { id } = req.params;
      res.locals.documentId = id;
      const { accessKey, html } = await inCompany(orm, callerOf(res).companyId, async (em) => {
        const document = await findDocument(em, id);
        const { emission, xml } = await authorizedXml(em, document);
        const cancelled = await cancellationOf(em, document);
        const layout = await layoutOf(em, callerOf(res).companyId);
        const draw = drawers[document.type] ?? notDrawn(document);
        return { accessKey: emission.accessKey, html: draw(xml, { ...layout, ...(cancelled ? { cancelled } : {}) }) };
      });
      const pdf = await renderer.pdf(html);
      const disposition = req.query.download ? 'attachment' : 'inline';
      res.set('Content-Disposition', `${disposition}; filename="${accessKey}.pdf"`);
      res.type('application/pdf').send(Buffer.from(pdf));
    },
  };
}

async function signed(em: EntityManager, { id }: Document) {
  const [emission] = await em.find(Emission, { document: id }, { orderBy: { attempt: 'desc' }, limit: 1 });
  if (!emission) throw new DomainError('not_found', 'Este documento ainda não foi assinado: emita-o antes.');
  return { emission, xml: emission.signedXml };
}

function notDrawn({ type }: Document): never {
  const message = `O PDF da ${traitsOf[type].title} ainda não é feito por esta versão: baixe o XML.`;
  throw new DomainError('not_found', message);
}

/** How the company wants its sheets. The caller's own company comes without its logo, so that this is read for itself. */
async function layoutOf(em: EntityManager, companyId: string): Promise<DanfeOptions> {
  const { settings } = await em.findOneOrFail(Company, { id: companyId });
  const { orientation = 'PORTRAIT', logo } = settings?.danfe ?? {};
  return { orientation, ...(logo ? { logo } : {}) };
}

async function cancellationOf(em: EntityManager, { id, status, accessKey }: Document) {
  if (status !== 'CANCELLED' || !accessKey) return null;
  const event = await em.findOne(DocumentEvent, {
    document: id,
    type: { $in: cancellationTypes },
    status: 'REGISTERED',
  });
  if (!event) return null;
  // The sheet speaks the issuer's own time, as its other moments do.
  const at = fiscalDateTime(event.registeredAt ?? event.occurredAt, stateOf(accessKey.slice(0, 2)));
  return { protocol: event.protocol ?? '', at };
}
