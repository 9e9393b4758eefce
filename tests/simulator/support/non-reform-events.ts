import { nationalUrl } from './events.ts';
import { brasilia } from './note.ts';
import { svrsUrl } from './reform-events.ts';
import type { EventOptions } from './requests.ts';

type Sent = EventOptions & { url: string };

const conditions =
  'O emitente ou destinatário da NF-e, declara que permite o transportador declarado no campo CNPJ/CPF deste evento a autorizar os ' +
  'transportadores subcontratados ou redespachados a terem acesso ao download da NF-e';

type Access = {
  nSeqEvento?: number;
  author?: '1' | '2' | '3';
  taxId?: string;
  grant?: '0' | '1' | null;
  hasConditions?: boolean;
  organ?: string;
};

/** 110150: gives a carrier access. */
export function carrierAccess(chNFe: string, said: Access = {}): Sent {
  const { nSeqEvento = 1, author = '1', taxId = '45723174000110', grant = '0', organ = '35' } = said;
  const { hasConditions = grant === '1' } = said;
  const person = taxId.length === 11 ? `<CPF>${taxId}</CPF>` : `<CNPJ>${taxId}</CNPJ>`;
  const detail =
    `<descEvento>Ator interessado na NF-e</descEvento><cOrgaoAutor>${organ}</cOrgaoAutor><tpAutor>${author}</tpAutor>` +
    `<verAplic>teste 1.0</verAplic><autXML>${person}</autXML>` +
    `${grant === null ? '' : `<tpAutorizacao>${grant}</tpAutorizacao>`}${hasConditions ? `<xCondUso>${conditions}</xCondUso>` : ''}`;
  return { chNFe, tpEvento: '110150', nSeqEvento, cOrgao: '91', detail, url: nationalUrl };
}

/** 110192: a failed delivery. */
export function failure(
  chNFe: string,
  nSeqEvento = 1,
  { triedAt = new Date(), hashedAt = triedAt, organ = '35' }: { triedAt?: Date; hashedAt?: Date; organ?: string } = {},
): Sent {
  const detail =
    `<descEvento>Insucesso na Entrega da NF-e</descEvento><cOrgaoAutor>${organ}</cOrgaoAutor><verAplic>teste 1.0</verAplic>` +
    `<dhTentativaEntrega>${brasilia(triedAt)}</dhTentativaEntrega><nTentativa>1</nTentativa><tpMotivo>1</tpMotivo>` +
    '<hashTentativaEntrega>qUqP5cyxm6YcTAhz05Hph5gvu9M=</hashTentativaEntrega>' +
    `<dhHashTentativaEntrega>${brasilia(hashedAt)}</dhHashTentativaEntrega>`;
  return { chNFe, tpEvento: '110192', nSeqEvento, cOrgao: '92', detail, url: svrsUrl };
}

/** 110193: takes a failed delivery back. */
export function failureRemoval(chNFe: string, nProtEvento: string, nSeqEvento = 1): Sent {
  const detail =
    '<descEvento>Cancelamento Insucesso na Entrega da NF-e</descEvento><cOrgaoAutor>35</cOrgaoAutor><verAplic>teste 1.0</verAplic>' +
    `<nProtEvento>${nProtEvento}</nProtEvento>`;
  return { chNFe, tpEvento: '110193', nSeqEvento, cOrgao: '92', detail, url: svrsUrl };
}

/** 110750: payments of the note. */
export function reconciliation(
  chNFe: string,
  nSeqEvento = 1,
  payment = '',
  day = brasilia(new Date()).slice(0, 10),
): Sent {
  const detail =
    '<descEvento>ECONF</descEvento><verAplic>teste 1.0</verAplic>' +
    `<detPag><indPag>1</indPag><tPag>15</tPag><vPag>100.00</vPag><dPag>${day}</dPag>${payment}</detPag>`;
  return { chNFe, tpEvento: '110750', nSeqEvento, cOrgao: '92', detail, url: svrsUrl };
}

/** 110751: takes a 110750 back. */
export function reconciliationRemoval(chNFe: string, nProtEvento: string, nSeqEvento = 1): Sent {
  const detail =
    '<descEvento>Cancelamento Conciliação Financeira</descEvento><verAplic>teste 1.0</verAplic>' +
    `<nProtEvento>${nProtEvento}</nProtEvento>`;
  return { chNFe, tpEvento: '110751', nSeqEvento, cOrgao: '92', detail, url: svrsUrl };
}
