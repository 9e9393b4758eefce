import { type AccessKey, accessKey } from '../identifiers.ts';
import { child, children, type Element, textOf } from '../xml/element.ts';

/** One item: `taxes` is the group `imposto`, `icms` the only group inside ICMS (ICMS00, ICMSSN102, ...). */
export type Item = {
  nItem: number;
  det: Element;
  product: Element | undefined;
  taxes: Element | undefined;
  icms: Element | undefined;
  ibsCbs: Element | undefined;
};

/** A note that is valid by schema, as the rules read it. Groups carry the names of the layout. */
export type Note = {
  chNFe: string;
  key: AccessKey;
  infNFe: Element;
  ide: Element | undefined;
  emit: Element | undefined;
  dest: Element | undefined;
  items: readonly Item[];
  total: Element | undefined;
  icmsTotal: Element | undefined;
  payment: Element | undefined;
  supplement: Element | undefined;
  signature: Element | undefined;
};

/** Reads a note; undefined if its Id is not `NFe` and an access key. */
export function readNote(element: Element): Note | undefined {
  const infNFe = child(element, 'infNFe');
  const chNFe = infNFe?.attributes['Id']?.slice(3) ?? '';
  const key = accessKey(chNFe);
  if (!infNFe || !key) return undefined;
  const total = child(infNFe, 'total');
  return {
    chNFe,
    key,
    infNFe,
    ide: child(infNFe, 'ide'),
    emit: child(infNFe, 'emit'),
    dest: child(infNFe, 'dest'),
    items: children(infNFe, 'det').map(readItem),
    total,
    icmsTotal: child(total, 'ICMSTot'),
    payment: child(infNFe, 'pag'),
    supplement: child(element, 'infNFeSupl'),
    signature: child(element, 'Signature'),
  };
}

/** The day of issue in the time zone of the note, as AAAA-MM-DD. */
export function issuedOn({ ide }: Pick<Note, 'ide'>): string {
  return (textOf(ide, 'dhEmi') ?? '').slice(0, 10);
}

/** CNPJ or CPF of a party. */
export function taxIdOf(party: Element | undefined): string {
  return textOf(party, 'CNPJ') ?? textOf(party, 'CPF') ?? '';
}

function readItem(det: Element): Item {
  const taxes = child(det, 'imposto');
  return {
    nItem: Number(det.attributes['nItem']),
    det,
    product: child(det, 'prod'),
    taxes,
    icms: child(taxes, 'ICMS')?.children[0],
    ibsCbs: child(taxes, 'IBSCBS'),
  };
}

/** CNPJ, CPF or foreign identification of the recipient; undefined when a note names none. */
export function recipientOf({ dest }: Pick<Note, 'dest'>): string | undefined {
  return taxIdOf(dest) || textOf(dest, 'idEstrangeiro') || undefined;
}

/** The totals that later notes are compared with. */
export function totalsOf({ icmsTotal }: Note): Record<'vNF' | 'vICMS' | 'vFCP' | 'vICMSUFDest' | 'vFCPUFDest', string> {
  const of = (name: string): string => textOf(icmsTotal, name) ?? '0.00';
  return {
    vNF: of('vNF'),
    vICMS: of('vICMS'),
    vFCP: of('vFCP'),
    vICMSUFDest: of('vICMSUFDest'),
    vFCPUFDest: of('vFCPUFDest'),
  };
}

/** The CNPJ or CPF of those who may have the note besides its parties: the carrier, and the persons in `autXML`. */
export function sharersOf(infNFe: Element): { carrier?: string; authorized?: string[] } {
  const carrier = taxIdOf(child(infNFe, 'transp', 'transporta'));
  const authorized = children(infNFe, 'autXML').map(taxIdOf);
  return { ...(carrier && { carrier }), ...(authorized.length > 0 && { authorized }) };
}

type ReformItem = { [Name in 'vIBS' | 'vCBS' | 'qCom' | 'uCom']?: string | undefined };

/** The facts of an NF-e that events of the reform, and those beside it, are compared with; none for an NFC-e, which has no such events. */
export function reformFactsOf({ key, items, infNFe }: Note): {
  reform?: { items: Record<string, ReformItem>; modFrete: string | undefined };
} {
  if (key.model !== '55') return {};
  const byNumber = Object.fromEntries(items.map((item) => [String(item.nItem), reformItemOf(item)]));
  return { reform: { items: byNumber, modFrete: textOf(infNFe, 'transp', 'modFrete') } };
}

function reformItemOf({ product, ibsCbs }: Item): ReformItem {
  return {
    vIBS: textOf(ibsCbs, 'gIBSCBS', 'vIBS') ?? textOf(ibsCbs, 'gIBSCBSMono', 'vTotIBSMonoItem'),
    vCBS: textOf(ibsCbs, 'gIBSCBS', 'gCBS', 'vCBS') ?? textOf(ibsCbs, 'gIBSCBSMono', 'vTotCBSMonoItem'),
    qCom: textOf(product, 'qCom'),
    uCom: textOf(product, 'uCom'),
  };
}
