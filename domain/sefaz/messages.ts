import { accessKeyPattern } from '../access-key.ts';
import type { Environment } from '../companies/settings.ts';
import { nfeNamespace } from '../nfe/build-nfe.ts';
import { stateCode } from '../states.ts';
import { taxIdField } from '../xml/writer.ts';

/** The largest message that an authority takes, in bytes with its envelope; a larger one is answered 214 (MOC 7.0, annex I). */
export const maxMessageBytes = 500 * 1024;

/** Asks whether a state's service is in operation. */
export function consStatServ(of: { environment: Environment; state: string }): string {
  const fields = `${tpAmb(of.environment)}<cUF>${stateCode(of.state)}</cUF><xServ>STATUS</xServ>`;
  return `<consStatServ xmlns="${nfeNamespace}" versao="4.00">${fields}</consStatServ>`;
}

/** Sends one signed note in a lot of one. indSinc is 1, for an answer at once: with 0 such a lot is refused (452, NT 2025.001). */
export function enviNFe(lot: { idLote: string; signedNFe: string }): string {
  const head = `<idLote>${digits('idLote', lot.idLote, 1, 15)}</idLote><indSinc>1</indSinc>`;
  return `<enviNFe xmlns="${nfeNamespace}" versao="4.00">${head}${element('NFe', lot.signedNFe)}</enviNFe>`;
}

/** Asks for the result of a lot by its receipt, 15 digits. */
export function consReciNFe(of: { environment: Environment; nRec: string }): string {
  const fields = `${tpAmb(of.environment)}<nRec>${digits('nRec', of.nRec, 15, 15)}</nRec>`;
  return `<consReciNFe xmlns="${nfeNamespace}" versao="4.00">${fields}</consReciNFe>`;
}

/** Asks for the state of an access key. */
export function consSitNFe(of: { environment: Environment; chNFe: string }): string {
  const fields = `${tpAmb(of.environment)}<xServ>CONSULTAR</xServ>${chNFe(of.chNFe)}`;
  return `<consSitNFe xmlns="${nfeNamespace}" versao="4.00">${fields}</consSitNFe>`;
}

/** Sends one signed event. (A range to inutilize needs no message around it: the signed inutNFe is what is sent.) */
export function envEvento(lot: { idLote: string; signedEvento: string }): string {
  const head = `<idLote>${digits('idLote', lot.idLote, 1, 15)}</idLote>`;
  return `<envEvento xmlns="${nfeNamespace}" versao="1.00">${head}${element('evento', lot.signedEvento)}</envEvento>`;
}

/** A question to the distribution: for what came after an NSU, for one NSU, or for the note of an access key. */
export type DistributionQuestion = { after: bigint } | { nsu: bigint } | { chNFe: string };

/** Asks for documents that concern a taxpayer, of a state (distDFeInt 1.01; NT 2014.002 v1.40). */
export function distDFeInt(of: {
  environment: Environment;
  state: string;
  taxId: string;
  asked: DistributionQuestion;
}): string {
  if (!/^([0-9]{11}|[0-9A-Z]{12}[0-9]{2})$/.test(of.taxId)) throw new TypeError(`not a tax id: "${of.taxId}"`);
  const who = `${tpAmb(of.environment)}<cUFAutor>${stateCode(of.state)}</cUFAutor>${taxIdField(of.taxId)}`;
  return `<distDFeInt xmlns="${nfeNamespace}" versao="1.01">${who}${groupOfQuestion(of.asked)}</distDFeInt>`;
}

function groupOfQuestion(asked: DistributionQuestion): string {
  if ('after' in asked) return `<distNSU><ultNSU>${nsu(asked.after)}</ultNSU></distNSU>`;
  if ('nsu' in asked) return `<consNSU><NSU>${nsu(asked.nsu)}</NSU></consNSU>`;
  return `<consChNFe>${chNFe(asked.chNFe)}</consChNFe>`;
}

function nsu(value: bigint): string {
  return digits('NSU', String(value).padStart(15, '0'), 15, 15);
}

function chNFe(key: string): string {
  if (!accessKeyPattern.test(key)) throw new TypeError(`not an access key: "${key}"`);
  return `<chNFe>${key}</chNFe>`;
}

function tpAmb(environment: Environment): string {
  return `<tpAmb>${environment === 'PRODUCTION' ? 1 : 2}</tpAmb>`;
}

function digits(name: string, value: string, least: number, most: number): string {
  if (!new RegExp(`^[0-9]{${least},${most}}$`).test(value)) throw new TypeError(`not a ${name}: "${value}"`);
  return value;
}

/** The signed element, which must stand alone: an XML declaration or a space before it would make the message malformed (243, 588). */
function element(name: string, signed: string): string {
  if (!signed.startsWith(`<${name} `) || !signed.endsWith(`</${name}>`)) throw new TypeError(`not a bare ${name}`);
  return signed;
}

const declaration = '<?xml version="1.0" encoding="UTF-8"?>';

/**
 * The authorized note as it is kept and handed out (MOC 7.0, procNFe 4.00): the bytes of the signed note and of its protocol, side by side. No other
 * namespace is declared around them, because the inclusive canonical form of the signed element would include it.
 */
export function nfeProc(signedNFe: string, protNFeRaw: string): string {
  const parts = bare('NFe', signedNFe) + bareProtocol(protNFeRaw);
  return `${declaration}<nfeProc xmlns="${nfeNamespace}" versao="4.00">${parts}</nfeProc>`;
}

/**
 * A protNFe as it came.
 *
 * @throws TypeError for anything else
 */
export const bareProtocol = (raw: string): string => bare('protNFe', raw);

/** The registered event as it is kept and handed out (procEventoNFe 1.00). */
export function procEventoNFe(signedEvento: string, retEventoRaw: string): string {
  const parts = bare('evento', signedEvento) + bare('retEvento', retEventoRaw);
  return `${declaration}<procEventoNFe xmlns="${nfeNamespace}" versao="1.00">${parts}</procEventoNFe>`;
}

/** The inutilization as it is kept (procInutNFe 4.00, whose root the schema writes with a capital). */
export function procInutNFe(signedInutNFe: string, retInutNFeRaw: string): string {
  const parts = bare('inutNFe', signedInutNFe) + bare('retInutNFe', retInutNFeRaw);
  return `${declaration}<ProcInutNFe xmlns="${nfeNamespace}" versao="4.00">${parts}</ProcInutNFe>`;
}

function bare(name: string, xml: string): string {
  if (!new RegExp(`^<${name}[\\s>]`).test(xml) || !xml.endsWith('>')) throw new TypeError(`not a bare ${name}`);
  return xml;
}

/** The XML that is kept of one attempt (`Emission`). */
export type KeptXml = Record<'signedXml' | 'protocolXml' | 'procXml', string | null>;

/**
 * The XML that the authority authorized or denied, byte for byte as it is handed out; null where it has done neither. Of a note of goods it is put
 * together from the signed bytes and the protocol; of an NFS-e, and of older notes of goods, it is kept whole.
 */
export function authorizedXmlOf({ signedXml, protocolXml, procXml }: KeptXml): string | null {
  if (procXml !== null) return procXml;
  return signedXml === null || protocolXml === null ? null : nfeProc(signedXml, protocolXml);
}
