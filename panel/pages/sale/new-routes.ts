import { randomUUID } from 'node:crypto';
import { type Request, type Response, Router } from 'express';
import { type DocumentType, documentTypes, traitsOf } from '../../../domain/document-types.ts';
import { saleRequest } from '../../../http/requests/sale.ts';
import { checkedBody } from '../../../openapi/check-body.ts';
import { previewDocument } from '../../../operations/documents/preview.ts';
import type { FieldTexts } from '../../forms/rows.ts';
import type { PanelParts } from '../../panel-parts.ts';
import { actingOn, admitted } from '../../session.ts';
import { answerSale, createSale, type SaleForm, showSale } from './answer-sale.ts';
import { creationOf } from './body.ts';
import { emptySale } from './kept.ts';

/** The page on which a sale is written, previewed and issued. */
export function newSalePages(parts: PanelParts): Router {
  const router = Router();
  const at = '/e/:taxId/notas/nova';

  router.get(at, admitted('newSale'), async (req, res) => {
    const type = typeIn(req);
    await showSale(parts, res, formOf(parts, res, type), { written: emptySale(type, randomUUID()), isComputed: false });
  });

  router.post(at, admitted('sendSale'), (req, res) => answerSale(parts, req, res, formOf(parts, res, typeIn(req))));

  return router;
}

function formOf(parts: PanelParts, res: Response, type: DocumentType): SaleForm {
  const { person, company } = actingOn(res);
  const base = `/e/${company.taxId}`;
  const bodyOf = (written: FieldTexts) => checkedBody('FiscalDocumentCreation', creationOf(type, written));
  return {
    subject: {
      ...{ person, base, type, document: null, isReplacing: false, keepWord: 'Guardar rascunho' },
      title: `Nova ${traitsOf[type].title}`,
      action: `${base}/notas/nova?tipo=${type}`,
      isTrial: company.environment === 'HOMOLOGATION',
    },
    preview: async (written) => {
      const body = bodyOf(written);
      return previewDocument(parts, company, { sale: saleRequest(body), recipient: body });
    },
    send: async (written, emit) => {
      const body = bodyOf(written);
      const { client, clientId, externalId = null } = body;
      return createSale(parts, res, {
        ...{ sale: saleRequest(body), recipient: { client, clientId }, externalId, written, emit },
      });
    },
  };
}

function typeIn({ query }: Pick<Request, 'query'>): DocumentType {
  return documentTypes.find((type) => type === query['tipo']) ?? 'NFE';
}
