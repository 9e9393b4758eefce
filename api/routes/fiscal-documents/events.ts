import { cancelDocument } from '../../../operations/documents/cancel.ts';
import { correctDocument } from '../../../operations/documents/correct.ts';
import { registerDeliveryReceipt, removeDeliveryReceipt } from '../../../operations/documents/delivery-receipts.ts';
import { registerAboutIssued } from '../../../operations/documents/reform-events.ts';
import { registerServiceAboutIssued } from '../../../operations/documents/service-events.ts';
import { companyOf } from '../../locals.ts';
import type { Handlers } from '../../operations.ts';
import type { ApiParts } from '../../parts.ts';
import { correctionOf, justificationOf } from '../../../http/requests/authority-text.ts';
import { receiptRequest } from '../../../http/requests/delivery-receipt.ts';
import { documentEventRequest } from '../../../http/requests/document-event.ts';
import { registeredEventView } from '../../views/document-event.ts';
import { registerEvent } from '../../../http/runs/register-event.ts';

type EventOperations =
  | 'cancelFiscalDocument'
  | 'correctFiscalDocument'
  | 'registerFiscalDocumentReceipt'
  | 'removeFiscalDocumentReceipt'
  | 'registerFiscalDocumentEvent';

/** Handlers of events that are registered at the authority while the request waits. */
export function eventHandlers(parts: ApiParts): Pick<Handlers, EventOperations> {
  const { orm } = parts;
  return {
    cancelFiscalDocument: async (req, res) => {
      const { id } = req.params;
      const { reason = null, substituteDocumentId: substituteId = null } = req.body;
      const asked = { justification: justificationOf(req.body), reason, substituteId };
      res.locals.documentId = id;
      await registerEvent(parts, companyOf(res), () => cancelDocument(orm, companyOf(res), id, asked));
      res.json({ success: true, message: 'Documento cancelado.' });
    },

    correctFiscalDocument: async (req, res) => {
      const { id } = req.params;
      const correction = correctionOf(req.body);
      res.locals.documentId = id;
      const event = await registerEvent(parts, companyOf(res), () =>
        correctDocument(orm, companyOf(res), id, correction),
      );
      res.json(registeredEventView(event, 'Carta de correção registrada.'));
    },

    registerFiscalDocumentReceipt: async (req, res) => {
      const { id } = req.params;
      const asked = receiptRequest(req.body);
      res.locals.documentId = id;
      const event = await registerEvent(parts, companyOf(res), () =>
        registerDeliveryReceipt(orm, companyOf(res), id, asked),
      );
      res.json(registeredEventView(event, 'Comprovante de entrega registrado.'));
    },

    removeFiscalDocumentReceipt: async (req, res) => {
      const { id } = req.params;
      res.locals.documentId = id;
      const event = await registerEvent(parts, companyOf(res), () => removeDeliveryReceipt(orm, companyOf(res), id));
      res.json(registeredEventView(event, 'Comprovante de entrega removido.'));
    },

    registerFiscalDocumentEvent: async (req, res) => {
      const { id } = req.params;
      const { of, asked } = documentEventRequest(req.body);
      res.locals.documentId = id;
      const event = await registerEvent(parts, companyOf(res), () =>
        of === 'SERVICE'
          ? registerServiceAboutIssued(orm, companyOf(res), id, asked)
          : registerAboutIssued(orm, companyOf(res), id, asked),
      );
      res.json(registeredEventView(event));
    },
  };
}
