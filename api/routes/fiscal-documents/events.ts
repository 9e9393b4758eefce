import { cancelDocument } from '../../../operations/documents/cancel.ts';
import { correctDocument } from '../../../operations/documents/correct.ts';
import { registerDeliveryReceipt, removeDeliveryReceipt } from '../../../operations/documents/delivery-receipts.ts';
import { companyOf } from '../../locals.ts';
import type { Handlers } from '../../operations.ts';
import type { ApiParts } from '../../parts.ts';
import { correctionOf, justificationOf } from '../../requests/authority-text.ts';
import { askedReceipt } from '../../requests/delivery-receipt.ts';
import { documentEventView } from '../../views/document-event.ts';
import { registerEvent } from '../register-event.ts';

type EventOperations =
  'cancelFiscalDocument' | 'correctFiscalDocument' | 'registerFiscalDocumentReceipt' | 'removeFiscalDocumentReceipt';

/** The events of a document that are registered at the authority while the request waits. */
export function eventHandlers(parts: ApiParts): Pick<Handlers, EventOperations> {
  const { orm } = parts;
  return {
    cancelFiscalDocument: async (req, res) => {
      const { id } = req.params;
      const { reason = null, substituteDocumentId: substituteId = null } = req.body;
      const asked = { justification: justificationOf(req.body), reason, substituteId };
      await registerEvent(parts, res, id, () => cancelDocument(orm, companyOf(res), id, asked));
      res.json({ success: true, message: 'Documento cancelado.' });
    },

    correctFiscalDocument: async (req, res) => {
      const { id } = req.params;
      const correction = correctionOf(req.body);
      const event = await registerEvent(parts, res, id, () => correctDocument(orm, companyOf(res), id, correction));
      res.json({ success: true, message: 'Carta de correção registrada.', event: documentEventView(event) });
    },

    registerFiscalDocumentReceipt: async (req, res) => {
      const { id } = req.params;
      const asked = askedReceipt(req.body);
      const event = await registerEvent(parts, res, id, () => registerDeliveryReceipt(orm, companyOf(res), id, asked));
      res.json({ success: true, message: 'Comprovante de entrega registrado.', event: documentEventView(event) });
    },

    removeFiscalDocumentReceipt: async (req, res) => {
      const { id } = req.params;
      const event = await registerEvent(parts, res, id, () => removeDeliveryReceipt(orm, companyOf(res), id));
      res.json({ success: true, message: 'Comprovante de entrega removido.', event: documentEventView(event) });
    },
  };
}
