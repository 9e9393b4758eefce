import type { ServiceAmounts, ServiceIbsCbs } from '../documents/computed-service.ts';
import { addedMoney, decimal, percent } from '../money.ts';
import { nfseKeyPattern, verificationCodeOf } from '../nfse-key.ts';
import { child, optionalText, type XmlElement } from '../xml/reader.ts';
import { requiredMoment, NfseUnreadable, required, requiredChild, rootOf } from './document.ts';

/** What is read of a generated NFS-e. */
export type NfseFacts = {
  /** Access key, 50 characters. */
  accessKey: string;
  nNFSe: string;
  cStat: string;
  /** Meaning of the cStat (TStat); `''` for a code that the layout does not have. */
  xMotivo: string;
  dhProc: Date;
  nDFSe: string;
  verificationCode: string;
  /** The amounts that the authority computed; null where the note prints none. */
  amounts: Partial<ServiceAmounts>;
  ibsCbs: ServiceIbsCbs | null;
  /** The DPS from which the note was made: its Id, the digest that was signed, and its XML as it stands in the note. */
  dps: { id: string; digestValue: string | null; raw: string };
};

const statusWords = new Map([
  ['100', 'NFS-e Gerada'],
  ['102', 'NFS-e de Decisão Judicial'],
  ['103', 'NFS-e Avulsa'],
  ['107', 'NFS-e MEI'],
]);

/**
 * Reads an NFS-e of the national layout, of any version, prefix and generator.
 *
 * @throws NfseUnreadable where a field is missing that every version asks for
 */
export function readNfse(xml: string): NfseFacts {
  const infNFSe = requiredChild(rootOf(xml, 'NFSe'), 'infNFSe');
  const accessKey = (infNFSe.attributes['Id'] ?? '').replace(/^NFS/, '');
  if (!nfseKeyPattern.test(accessKey)) throw new NfseUnreadable(`Id "${infNFSe.attributes['Id'] ?? ''}" em infNFSe`);
  const dps = requiredChild(infNFSe, 'DPS');
  const infDPS = requiredChild(dps, 'infDPS');
  const cStat = required(infNFSe, 'cStat');
  const group = child(infNFSe, 'IBSCBS');
  return {
    accessKey,
    nNFSe: required(infNFSe, 'nNFSe'),
    cStat,
    xMotivo: statusWords.get(cStat) ?? '',
    dhProc: requiredMoment(infNFSe, 'dhProc'),
    nDFSe: required(infNFSe, 'nDFSe'),
    verificationCode: verificationCodeOf(accessKey),
    amounts: { ...amountsIn(requiredChild(infNFSe, 'valores'), infDPS), ...reimbursedIn(group) },
    ibsCbs: group ? ibsCbsIn(group) : null,
    dps: {
      id: infDPS.attributes['Id'] ?? '',
      digestValue: optionalText(dps, 'Signature', 'SignedInfo', 'Reference', 'DigestValue'),
      raw: xml.slice(dps.start, dps.end),
    },
  };
}

function amountsIn(valores: XmlElement, infDPS: XmlElement): Partial<ServiceAmounts> {
  const iss = amount(valores, 'vISSQN');
  const withholder = optionalText(infDPS, 'valores', 'trib', 'tribMun', 'tpRetISSQN');
  return {
    computedBy: 'AUTHORITY',
    deductions: amount(valores, 'vCalcDR'),
    benefit: amount(valores, 'vCalcBM'),
    issBase: amount(valores, 'vBC'),
    issRate: rate(valores, 'pAliqAplic'),
    iss,
    issWithheld: withholder === '2' || withholder === '3' ? iss : null,
    withheld: amount(valores, 'vTotalRet'),
    net: number(valores, 'vLiq', required(valores, 'vLiq')).toFixed(2),
  };
}

/** The amount that is passed on to third parties; empty where there is none. */
function reimbursedIn(group: XmlElement | undefined): Pick<ServiceAmounts, 'reimbursed'> {
  const reimbursed = group && amount(group, 'valores', 'vCalcReeRepRes');
  return reimbursed ? { reimbursed } : {};
}

/** Amounts and rates of IBS and CBS. Rates are the effective ones where the note prints them, else the nominal ones. */
function ibsCbsIn(group: XmlElement): ServiceIbsCbs {
  const [valores, totals] = [requiredChild(group, 'valores'), requiredChild(group, 'totCIBS')];
  const stateValue = amount(totals, 'gIBS', 'gIBSUFTot', 'vIBSUF') ?? '0.00';
  const municipalValue = amount(totals, 'gIBS', 'gIBSMunTot', 'vIBSMun') ?? '0.00';
  return {
    base: amount(valores, 'vBC') ?? '0.00',
    stateRate: rate(valores, 'uf', 'pAliqEfetUF') ?? rate(valores, 'uf', 'pIBSUF') ?? '0.0000',
    stateValue,
    municipalRate: rate(valores, 'mun', 'pAliqEfetMun') ?? rate(valores, 'mun', 'pIBSMun') ?? '0.0000',
    municipalValue,
    ibsValue: amount(totals, 'gIBS', 'vIBSTot') ?? addedMoney([stateValue, municipalValue]),
    cbsRate: rate(valores, 'fed', 'pAliqEfetCBS') ?? rate(valores, 'fed', 'pCBS') ?? '0.0000',
    cbsValue: amount(totals, 'gCBS', 'vCBS') ?? '0.00',
  };
}

/** An amount with two decimals; null where the field is absent. */
function amount(element: XmlElement, ...path: string[]): string | null {
  const text = optionalText(element, ...path);
  return text === null ? null : number(element, path.join('/'), text).toFixed(2);
}

/** A rate in percent with four decimals; null where the field is absent. */
function rate(element: XmlElement, ...path: string[]): string | null {
  const text = optionalText(element, ...path);
  return text === null ? null : percent(number(element, path.join('/'), text));
}

function number(element: XmlElement, name: string, text: string) {
  if (!/^[0-9]{1,15}(\.[0-9]{1,4})?$/.test(text)) throw new NfseUnreadable(`${name} "${text}" em ${element.name}`);
  return decimal(text);
}
