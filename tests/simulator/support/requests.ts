import type { A1Certificate } from '../../../simulator/certificates/a1.ts';
import { brasilia, yearOf } from './note.ts';
import { sign } from './sign.ts';

const nfe = 'http://www.portalfiscal.inf.br/nfe';

export function statusRequest(cUF = 35, tpAmb = 2): string {
  return `<consStatServ xmlns="${nfe}" versao="4.00"><tpAmb>${tpAmb}</tpAmb><cUF>${cUF}</cUF><xServ>STATUS</xServ></consStatServ>`;
}

export function consultation(chNFe: string, tpAmb = 2): string {
  return `<consSitNFe xmlns="${nfe}" versao="4.00"><tpAmb>${tpAmb}</tpAmb><xServ>CONSULTAR</xServ><chNFe>${chNFe}</chNFe></consSitNFe>`;
}

export function receiptRequest(nRec: string): string {
  return `<consReciNFe xmlns="${nfe}" versao="4.00"><tpAmb>2</tpAmb><nRec>${nRec}</nRec></consReciNFe>`;
}

export type Edits = readonly (readonly [string | RegExp, string])[];

export type EventOptions = {
  chNFe: string;
  tpEvento: string;
  /** Content of `detEvento`. */
  detail: string;
  nSeqEvento?: number;
  /** The receiver; by default the key's state. */
  cOrgao?: string;
  at?: Date;
  author?: string;
  tpAmb?: number;
  edits?: Edits | undefined;
};

/** A signed lot of one event of any type. */
export function fiscalEvent(certificate: A1Certificate, options: EventOptions): string {
  const { chNFe, tpEvento, detail, nSeqEvento = 1, at = new Date(), author = certificate.taxId } = options;
  const party = author.length === 11 ? `<CPF>${author}</CPF>` : `<CNPJ>${author}</CNPJ>`;
  const content =
    `<infEvento Id="ID${tpEvento}${chNFe}${String(nSeqEvento).padStart(2, '0')}">` +
    `<cOrgao>${options.cOrgao ?? chNFe.slice(0, 2)}</cOrgao><tpAmb>${options.tpAmb ?? 2}</tpAmb>${party}` +
    `<chNFe>${chNFe}</chNFe><dhEvento>${brasilia(at)}</dhEvento><tpEvento>${tpEvento}</tpEvento>` +
    `<nSeqEvento>${nSeqEvento}</nSeqEvento><verEvento>1.00</verEvento>` +
    `<detEvento versao="1.00">${detail}</detEvento></infEvento>`;
  const edited = (options.edits ?? []).reduce((text, [from, to]) => text.replace(from, to), content);
  const event = sign(`<evento xmlns="${nfe}" versao="1.00">${edited}</evento>`, 'infEvento', certificate);
  return `<envEvento xmlns="${nfe}" versao="1.00"><idLote>1</idLote>${event}</envEvento>`;
}

export type CancellationOptions = { chNFe: string; nProt: string; at?: Date; author?: string; edits?: Edits };

export function cancellationDetail(nProt: string): string {
  return `<descEvento>Cancelamento</descEvento><nProt>${nProt}</nProt><xJust>Pedido desfeito pelo cliente</xJust>`;
}

export function cancellation(certificate: A1Certificate, { nProt, ...options }: CancellationOptions): string {
  return fiscalEvent(certificate, { ...options, tpEvento: '110111', detail: cancellationDetail(nProt) });
}

export type InutilizationOptions = {
  first: number;
  last: number;
  year?: string;
  series?: number;
  model?: 55 | 65;
  id?: string;
};

export function inutilization(certificate: A1Certificate, options: InutilizationOptions): string {
  const { first, last, series = 1, model = 55, year = yearOf(new Date()) } = options;
  const digits = (value: number, size: number): string => String(value).padStart(size, '0');
  const id =
    options.id ?? `ID35${year}${certificate.taxId}${model}${digits(series, 3)}${digits(first, 9)}${digits(last, 9)}`;
  const content =
    `<infInut Id="${id}"><tpAmb>2</tpAmb><xServ>INUTILIZAR</xServ><cUF>35</cUF><ano>${year}</ano>` +
    `<CNPJ>${certificate.taxId}</CNPJ><mod>${model}</mod><serie>${series}</serie><nNFIni>${first}</nNFIni>` +
    `<nNFFin>${last}</nNFFin><xJust>Numeros pulados por engano</xJust></infInut>`;
  return sign(`<inutNFe xmlns="${nfe}" versao="4.00">${content}</inutNFe>`, 'infInut', certificate);
}
