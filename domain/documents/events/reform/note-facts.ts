import { child, children, readXml, textOf, type XmlElement } from '../../../xml/reader.ts';

/** The amounts of a note's item that events of the reform are about; undefined where the item has none. */
export type ItemFacts = Record<'vIBS' | 'vCBS' | 'qCom' | 'uCom', string | undefined> & {
  /** Shown to people who choose among the items. */
  xProd?: string | undefined;
};

/** What a note has that decides whether an event can be about it. */
export type NoteFacts = {
  finNFe: string | undefined;
  tpNFDebito: string | undefined;
  tpNF: string | undefined;
  idDest: string | undefined;
  dhEmi: string | undefined;
  modFrete: string | undefined;
  /** CNPJ or CPF of issuer and recipient, and of those who may download the note (autXML). */
  issuer: string | undefined;
  recipient: string | undefined;
  authorized: readonly string[];
  /** Items by nItem. */
  items: ReadonlyMap<number, ItemFacts>;
};

/**
 * Reads these facts from the XML of an authorized NF-e.
 *
 * @throws XmlRefused
 * @throws TypeError where the XML is no procNFe
 */
export function noteFactsOf(procNFe: string | Uint8Array): NoteFacts {
  const infNFe = child(readXml(procNFe), 'NFe', 'infNFe');
  if (!infNFe) throw new TypeError('the facts of a note are read from its procNFe');
  const ide = (name: string): string | undefined => textOf(infNFe, 'ide', name);
  return {
    finNFe: ide('finNFe'),
    tpNFDebito: ide('tpNFDebito'),
    tpNF: ide('tpNF'),
    idDest: ide('idDest'),
    dhEmi: ide('dhEmi'),
    modFrete: textOf(infNFe, 'transp', 'modFrete'),
    issuer: taxIdOf(child(infNFe, 'emit')),
    recipient: taxIdOf(child(infNFe, 'dest')),
    authorized: children(infNFe, 'autXML').flatMap((person) => taxIdOf(person) ?? []),
    items: new Map(children(infNFe, 'det').map((det) => [Number(det.attributes['nItem']), factsOf(det)])),
  };
}

function taxIdOf(person: XmlElement | undefined): string | undefined {
  return person && (textOf(person, 'CNPJ') ?? textOf(person, 'CPF'));
}

function factsOf(det: XmlElement): ItemFacts {
  const tax = (...path: string[]): string | undefined => textOf(det, 'imposto', 'IBSCBS', ...path);
  return {
    vIBS: tax('gIBSCBS', 'vIBS') ?? tax('gIBSCBSMono', 'vTotIBSMonoItem'),
    vCBS: tax('gIBSCBS', 'gCBS', 'vCBS') ?? tax('gIBSCBSMono', 'vTotCBSMonoItem'),
    qCom: textOf(det, 'prod', 'qCom'),
    uCom: textOf(det, 'prod', 'uCom'),
    xProd: textOf(det, 'prod', 'xProd'),
  };
}
