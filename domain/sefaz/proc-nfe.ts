import { nfeNamespace } from '../nfe/signed-envelope.ts';

const declaration = '<?xml version="1.0" encoding="UTF-8"?>';

/**
 * The authorized note as it is kept and handed out (MOC 7.0, procNFe 4.00): the signed bytes and the protocol's, side by side. No other
 * namespace is declared around them: the inclusive canonical form of the signed element would include it.
 */
export function nfeProc(signedNFe: string, protNFeRaw: string): string {
  const parts = bare('NFe', signedNFe) + bare('protNFe', protNFeRaw);
  return `${declaration}<nfeProc xmlns="${nfeNamespace}" versao="4.00">${parts}</nfeProc>`;
}

/** The registered event as it is kept and handed out (procEventoNFe 1.00). */
export function procEventoNFe(signedEvento: string, retEventoRaw: string): string {
  const parts = bare('evento', signedEvento) + bare('retEvento', retEventoRaw);
  return `${declaration}<procEventoNFe xmlns="${nfeNamespace}" versao="1.00">${parts}</procEventoNFe>`;
}

/** The range given up, as it is kept (procInutNFe 4.00, whose root the schema writes with a capital). */
export function procInutNFe(signedInutNFe: string, retInutNFeRaw: string): string {
  const parts = bare('inutNFe', signedInutNFe) + bare('retInutNFe', retInutNFeRaw);
  return `${declaration}<ProcInutNFe xmlns="${nfeNamespace}" versao="4.00">${parts}</ProcInutNFe>`;
}

function bare(name: string, xml: string): string {
  if (!new RegExp(`^<${name}[\\s>]`).test(xml) || !xml.endsWith('>')) throw new TypeError(`not a bare ${name}`);
  return xml;
}
