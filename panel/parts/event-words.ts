import type { KeptEventName } from '../../domain/webhooks/event-types.ts';

/** The events of webhooks in words. */
export const eventWords: Record<KeptEventName, string> = {
  DOCUMENT_AUTHORIZED: 'Nota autorizada',
  DOCUMENT_REJECTED: 'Nota rejeitada',
  DOCUMENT_CANCELLED: 'Nota cancelada',
  DOCUMENT_INUTILIZED: 'Números inutilizados',
  DOCUMENT_WAITING: 'Nota que espera há mais de cinco minutos, ou por uma pessoa',
  CERTIFICATE_EXPIRING: 'Certificado que está para vencer',
  AUTHORITY_STATUS: 'Autoridade que parou ou voltou',
  MAIL_FAILED: 'E-mail de uma nota que não foi entregue',
  WEBHOOK_TEST: 'Teste',
  SUPPLIER_CANCELLED: 'Nota que o fornecedor cancelou',
  PAYABLE_CREATED: 'Conta a pagar que chegou',
  PAYABLE_DUE: 'Conta a pagar que vence',
  RECEIVED_DOCUMENT_CREATED: 'Documento recebido',
  RECEIVED_DOCUMENT_UPDATED: 'Documento recebido que mudou',
  LINK_UPDATED: 'Vínculo com escritório que mudou',
  CLOSING_COMPLETED: 'Fechamento pronto',
  CLOSING_FAILED: 'Fechamento que falhou',
};
