import type { A1Certificate } from '../../../simulator/certificates/a1.ts';
import { sign } from './sign.ts';

export type NoteOptions = {
  number?: number;
  series?: number;
  taxId?: string;
  environment?: 1 | 2;
  cNF?: string;
  /** By default the same instant for all notes of a test file. */
  issuedAt?: Date;
  /** Replacements in the content before the key is made, as pairs of old and new text. */
  edits?: readonly (readonly [string | RegExp, string])[];
  /** Changes the first 43 characters of the key, so that Id and fields differ. */
  rekey?: (first43: string) => string;
  /** Changes the signed note. */
  afterSigning?: (xml: string) => string;
};

export type SignedNote = { chNFe: string; number: number; xml: string; digVal: string };

const nfe = 'http://www.portalfiscal.inf.br/nfe';
/** Set once for each authority, so that notes with one number have one key even in the last second of a month. */
let startedAt = new Date();

/** Makes now the default time of issue: one process runs many test files, and an NFC-e may be at most five minutes old. */
export function issueFromNowOn(): void {
  startedAt = new Date();
}

/** A signed note of a Simples company of São Paulo over 100.00, in homologation. */
export function signedNote(certificate: A1Certificate, options: NoteOptions = {}): SignedNote {
  const { number = 1, series = 1, environment = 2, taxId = certificate.taxId, issuedAt = startedAt } = options;
  const cNF = options.cNF ?? '47193826';
  const dhEmi = brasilia(issuedAt);
  let content = contentOf({ number, series, environment, taxId, cNF, dhEmi });
  for (const [from, to] of options.edits ?? []) {
    if (content === content.replace(from, to)) throw new Error(`${String(from)} is not in the note`);
    content = content.replace(from, to);
  }
  const first43 = options.rekey?.(keyOf(content)) ?? keyOf(content);
  const chNFe = first43 + checkDigit(first43);
  const infNFe = `<infNFe Id="NFe${chNFe}" versao="4.00">${content.replace('<cDV/>', `<cDV>${chNFe.at(-1)}</cDV>`)}</infNFe>`;
  const signed = sign(`<NFe xmlns="${nfe}">${infNFe}</NFe>`, 'infNFe', certificate);
  const xml = options.afterSigning?.(signed) ?? signed;
  return { chNFe, number, xml, digVal: /<DigestValue>([^<]+)/.exec(signed)?.[1] ?? '' };
}

export function lot(notes: readonly { xml: string }[], indSinc: 0 | 1 = 1): string {
  const inside = notes.map(({ xml }) => xml).join('');
  return `<enviNFe xmlns="${nfe}" versao="4.00"><idLote>1</idLote><indSinc>${indSinc}</indSinc>${inside}</enviNFe>`;
}

/** Check digit of the first 43 characters of an access key, computed without the product. */
export function checkDigit(first43: string): string {
  let total = 0;
  for (let i = 42, weight = 2; i >= 0; i -= 1, weight = weight === 9 ? 2 : weight + 1) {
    total += (first43.charCodeAt(i) - 48) * weight;
  }
  const digit = 11 - (total % 11);
  return digit > 9 ? '0' : String(digit);
}

export function brasilia(at: Date): string {
  return `${new Date(at.getTime() - 3 * 3_600_000).toISOString().slice(0, 19)}-03:00`;
}

/** The year in two digits, as documents write it. */
export function yearOf(at: Date): string {
  return brasilia(at).slice(2, 4);
}

function keyOf(content: string): string {
  const text = (name: string): string => new RegExp(`<${name}>([^<]*)<`).exec(content)?.[1] ?? '';
  const issued = text('dhEmi');
  return (
    text('cUF') +
    issued.slice(2, 4) +
    issued.slice(5, 7) +
    (/<emit><C(?:NPJ|PF)>([^<]*)</.exec(content)?.[1] ?? '').padStart(14, '0') +
    text('mod') +
    text('serie').padStart(3, '0') +
    text('nNF').padStart(9, '0') +
    text('tpEmis') +
    text('cNF')
  );
}

function contentOf(of: {
  number: number;
  series: number;
  environment: number;
  taxId: string;
  cNF: string;
  dhEmi: string;
}): string {
  const party = of.taxId.length === 11 ? `<CPF>${of.taxId}</CPF>` : `<CNPJ>${of.taxId}</CNPJ>`;
  const name = of.environment === 2 ? 'NF-E EMITIDA EM AMBIENTE DE HOMOLOGACAO - SEM VALOR FISCAL' : 'Cliente de Teste';
  return (
    `<ide><cUF>35</cUF><cNF>${of.cNF}</cNF><natOp>Venda de mercadoria</natOp><mod>55</mod><serie>${of.series}</serie>` +
    `<nNF>${of.number}</nNF><dhEmi>${of.dhEmi}</dhEmi><tpNF>1</tpNF><idDest>1</idDest><cMunFG>3550308</cMunFG>` +
    `<tpImp>1</tpImp><tpEmis>1</tpEmis><cDV/><tpAmb>${of.environment}</tpAmb><finNFe>1</finNFe><indFinal>1</indFinal>` +
    '<indPres>1</indPres><procEmi>0</procEmi><verProc>teste 1.0</verProc></ide>' +
    `<emit>${party}<xNome>Padaria São João Ltda</xNome><enderEmit><xLgr>Rua Direita</xLgr><nro>1</nro>` +
    '<xBairro>Centro</xBairro><cMun>3550308</cMun><xMun>São Paulo</xMun><UF>SP</UF><CEP>01002000</CEP></enderEmit>' +
    '<IE>110042490114</IE><CRT>1</CRT></emit>' +
    `<dest><CPF>52998224725</CPF><xNome>${name}</xNome><enderDest><xLgr>Rua do Carmo</xLgr><nro>10</nro>` +
    '<xBairro>Sé</xBairro><cMun>3550308</cMun><xMun>São Paulo</xMun><UF>SP</UF><CEP>01019020</CEP></enderDest>' +
    `<indIEDest>9</indIEDest></dest>${item}${totals}` +
    '<transp><modFrete>9</modFrete></transp><pag><detPag><tPag>01</tPag><vPag>100.00</vPag></detPag></pag>'
  );
}

const item =
  '<det nItem="1"><prod><cProd>PAO-01</cProd><cEAN>SEM GTIN</cEAN><xProd>Pão francês &amp; cia</xProd><NCM>19059090</NCM>' +
  '<CFOP>5102</CFOP><uCom>KG</uCom><qCom>4.0000</qCom><vUnCom>25.00</vUnCom><vProd>100.00</vProd>' +
  '<cEANTrib>SEM GTIN</cEANTrib><uTrib>KG</uTrib><qTrib>4.0000</qTrib><vUnTrib>25.00</vUnTrib><indTot>1</indTot></prod>' +
  '<imposto><ICMS><ICMSSN102><orig>0</orig><CSOSN>102</CSOSN></ICMSSN102></ICMS>' +
  '<PIS><PISOutr><CST>49</CST><vBC>0.00</vBC><pPIS>0.00</pPIS><vPIS>0.00</vPIS></PISOutr></PIS>' +
  '<COFINS><COFINSOutr><CST>49</CST><vBC>0.00</vBC><pCOFINS>0.00</pCOFINS><vCOFINS>0.00</vCOFINS></COFINSOutr></COFINS>' +
  '</imposto></det>';

const totals =
  '<total><ICMSTot><vBC>0.00</vBC><vICMS>0.00</vICMS><vICMSDeson>0.00</vICMSDeson><vFCP>0.00</vFCP><vBCST>0.00</vBCST>' +
  '<vST>0.00</vST><vFCPST>0.00</vFCPST><vFCPSTRet>0.00</vFCPSTRet><vProd>100.00</vProd><vFrete>0.00</vFrete>' +
  '<vSeg>0.00</vSeg><vDesc>0.00</vDesc><vII>0.00</vII><vIPI>0.00</vIPI><vIPIDevol>0.00</vIPIDevol><vPIS>0.00</vPIS>' +
  '<vCOFINS>0.00</vCOFINS><vOutro>0.00</vOutro><vNF>100.00</vNF></ICMSTot></total>';
