import { DateTime } from 'luxon';
import { isOfType, largestProof, type ProofType } from '../../../domain/documents/events/delivery-receipts.ts';
import { cancelDocument } from '../../../operations/documents/cancel.ts';
import { correctDocument } from '../../../operations/documents/correct.ts';
import {
  type NewDeliveryReceipt,
  registerDeliveryReceipt,
  removeDeliveryReceipt,
} from '../../../operations/documents/delivery-receipts.ts';
import { companyOf } from '../../locals.ts';
import type { Handlers, Schema } from '../../operations.ts';
import type { ApiParts } from '../../parts.ts';
import { authorityText, correctionOf, justificationOf, textFault } from '../../../http/requests/authority-text.ts';
import { documentEventView } from '../../views/document-event.ts';
import { registerEvent } from '../../../http/runs/register-event.ts';

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
      res.json({ success: true, message: 'Carta de correção registrada.', event: documentEventView(event) });
    },

    registerFiscalDocumentReceipt: async (req, res) => {
      const { id } = req.params;
      const asked = askedReceipt(req.body);
      res.locals.documentId = id;
      const event = await registerEvent(parts, companyOf(res), () =>
        registerDeliveryReceipt(orm, companyOf(res), id, asked),
      );
      res.json({ success: true, message: 'Comprovante de entrega registrado.', event: documentEventView(event) });
    },

    removeFiscalDocumentReceipt: async (req, res) => {
      const { id } = req.params;
      res.locals.documentId = id;
      const event = await registerEvent(parts, companyOf(res), () => removeDeliveryReceipt(orm, companyOf(res), id));
      res.json({ success: true, message: 'Comprovante de entrega removido.', event: documentEventView(event) });
    },
  };
}

const earliest = DateTime.utc(2006);

/**
 * The receipt of a body, with its proof decoded to a file.
 *
 * @throws DomainError `validation_error`
 */
function askedReceipt(body: Schema<'DeliveryReceiptRequest'>): NewDeliveryReceipt {
  const { contentType, base64 } = body.proof;
  return {
    deliveredAt: momentOf(body.deliveredAt),
    receiverName: wordsOf('receiverName', body.receiverName),
    receiverDocument: wordsOf('receiverDocument', body.receiverDocument),
    contentType,
    base64,
    content: proofOf(contentType, base64),
  };
}

function momentOf(text: string): string {
  const moment = DateTime.fromISO(text);
  if (moment.isValid && moment >= earliest && moment <= DateTime.now()) return moment.toUTC().toISO();
  throw textFault(
    'deliveredAt',
    'deve ser a data da entrega, com fuso e não no futuro, como 2026-11-21T14:30:00-03:00',
  );
}

function wordsOf(path: 'receiverName' | 'receiverDocument', written: string): string {
  const lengths = 'deve ter ao menos 2 caracteres, sem contar espaços nas pontas';
  return authorityText(path, written, { least: 2, lengths });
}

function proofOf(contentType: ProofType, base64: string): Buffer {
  const content = Buffer.from(base64, 'base64');
  if (content.toString('base64') !== base64) {
    throw textFault(
      'proof.base64',
      'não é base64 válido; envie o arquivo em base64 padrão, sem quebras de linha e sem prefixo',
    );
  }
  if (content.length > largestProof)
    throw textFault('proof.base64', 'tem mais de 3 MB; reduza a imagem ou o documento');
  if (isOfType(content, contentType)) return content;
  throw textFault('proof.base64', `não começa como um arquivo ${contentType}; confira o arquivo e proof.contentType`);
}
