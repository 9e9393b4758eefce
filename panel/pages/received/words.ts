import type { DocumentEvent } from '../../../domain/documents/events/document-event.entity.ts';
import type { Manifestation, Role, SchemaType } from '../../../domain/received/kinds.ts';
import { manifestationOf, titleOfManifestation } from '../../../domain/received/manifestations.ts';
import type { ReceivedDocument } from '../../../domain/received/received-document.entity.ts';

/** What each answer means, before it is given. */
export const meanings: Record<Manifestation, string> = {
  CIENCIA:
    'A empresa sabe da nota e ainda não decidiu. Com ela a SEFAZ entrega o XML completo. Cabe até 10 dias da autorização, e depois ainda se confirma ou recusa.',
  CONFIRMADA:
    'A compra aconteceu como está na nota. O fornecedor não pode mais cancelá-la. Cabe até 90 dias da autorização.',
  DESCONHECIDA:
    'A empresa não pediu isto: alguém pode ter usado o seu CNPJ ou CPF. As contas a pagar da nota são canceladas. Cabe até 90 dias da autorização.',
  NAO_REALIZADA:
    'A compra foi combinada e não aconteceu, como numa recusa na entrega. Pede o motivo. As contas a pagar da nota são canceladas. Cabe até 90 dias da autorização.',
};

/** The kinds of documents in words. */
export const kindWords: Record<SchemaType, string> = {
  RES_NFE: 'NF-e, só o resumo',
  PROC_NFE: 'NF-e',
  RES_EVENTO: 'Evento de NF-e, só o resumo',
  PROC_EVENTO: 'Evento de NF-e',
  NFSE: 'NFS-e',
  EVENTO_NFSE: 'Evento de NFS-e',
};

/** The role of the company in a note, in words. */
export const roleWords: Record<Role, string> = {
  RECIPIENT: 'Destinatária',
  TRANSPORTER: 'Transportadora',
  AUTHORIZED: 'Autorizada a ver o XML',
  OTHER: 'Outro',
};

/** The part of a document that tells whether it can be answered, and how it was. */
type Answerable = Pick<ReceivedDocument, 'model' | 'eventCode' | 'role' | 'status' | 'manifestation'>;

/** The last answer that was asked for. */
export type LastAnswer = Pick<DocumentEvent, 'code' | 'status' | 'reason'>;

/** Whether the company may answer a document: an NF-e that it received, no event and no service note. */
export function isAnswerable({ model, eventCode, role, status }: Answerable): boolean {
  return model === 'NFE' && eventCode === '' && role === 'RECIPIENT' && status !== 'DENIED';
}

/** The state of a document in words, and the answer that is under way. */
export function standing(document: Answerable, answer: LastAnswer | null | undefined): { word: string; why?: string } {
  const { status, manifestation } = document;
  const asked = answer ? manifestationOf(answer.code) : null;
  const onItsWay = answer?.status === 'PENDING' && asked ? `${titleOfManifestation(asked)} a caminho` : undefined;
  const failed =
    answer?.status === 'REJECTED' && asked
      ? `${titleOfManifestation(asked)} não foi registrada: ${answer.reason ?? 'sem motivo informado'}`
      : undefined;
  const why = onItsWay ?? failed;
  return { word: wordOf(document, status, manifestation ?? null), ...(why ? { why } : {}) };
}

function wordOf(document: Answerable, status: ReceivedDocument['status'], manifestation: Manifestation | null): string {
  if (status === 'CANCELLED') return 'Cancelada pelo fornecedor';
  if (status === 'DENIED') return 'Uso denegado';
  if (status === 'REGISTERED') return 'Evento';
  if (manifestation) return titleOfManifestation(manifestation);
  return isAnswerable(document) ? 'A responder' : '';
}
