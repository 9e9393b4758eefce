import table from '../../tables/endpoints.json' with { type: 'json' };
import { holderCertificate } from '../certificates/a1.ts';
import type { CertificateAuthority } from '../certificates/authority.ts';
import type { Credentials } from '../certificates/certificate.ts';
import { keyDigit } from '../identifiers.ts';
import type { Register } from '../register/register.ts';
import type { Environment } from '../transport/endpoints.ts';
import { type Content, nfe, writeElement } from '../xml/element.ts';
import { digestOf, signatureOf, signingForms } from '../xml/signature.ts';

const yearMs = 365 * 86_400_000;

/** The companies whose documents the simulator issues itself. All share one key; each has a certificate of its own, kept in the register. */
export class Suppliers {
  readonly #authority: Pick<CertificateAuthority, 'supplierKey' | 'intermediate'>;
  readonly #register: Register;

  constructor(authority: Pick<CertificateAuthority, 'supplierKey' | 'intermediate'>, register: Register) {
    this.#authority = authority;
    this.#register = register;
  }

  credentialsOf(taxId: string): Credentials {
    const { supplierKey: key, intermediate: issuer } = this.#authority;
    const known = this.#register.supplier(taxId);
    if (known) return { key, certificate: known.certificate };
    const certificate = holderCertificate({
      ...{ key, taxId, name: 'FORNECEDOR SIMULADO', issuer },
      notBefore: new Date(Date.now() - yearMs),
      notAfter: new Date(Date.now() + 10 * yearMs),
    });
    this.#register.add({ kind: 'supplier', taxId, certificate });
    return { key, certificate };
  }
}

/** Signs a document of layout 4.00. Its signed element must already be written in canonical form. */
export function signedBySupplier(xml: string, credentials: Credentials): string {
  const [, root = '', content = '', signed = '', id = ''] =
    /^<(\w+)[^>]*>(<(\w+) [^>]*?Id="([^"]+)".*<\/\3>)<\/\1>$/s.exec(xml) ?? [];
  if (!signed) throw new TypeError('nothing to sign');
  const canonical = content.replace(/^<\w+/, (tag) => `${tag} ${/xmlns="[^"]+"/.exec(xml)?.[0] ?? ''}`);
  const signature = signatureOf({ id, canonical }, signingForms.layout400, credentials);
  return `${xml.slice(0, -`</${root}>`.length)}${signature}</${root}>`;
}

type Person = { taxId: string; name: string; state: keyof typeof table.cUF };
type Installment = { number: string; dueDate: string; amount: string };

/** What a supplier sells in one note; amounts in reais with two places. */
export type SupplierNote = {
  environment: Environment;
  issuer: Person;
  recipient: Person;
  series: number;
  number: number;
  total: string;
  installments: readonly Installment[];
  /** Paid in cash at once, instead of later. */
  paidAtOnce: boolean;
  carrier?: { taxId: string; name: string } | undefined;
  authorized: readonly string[];
  /** The time of issue as the document writes it, in the offset of Brasília. */
  dhEmi: string;
};

/** The document without its signature, its access key, and the digest that its signature will have. */
export type UnsignedNote = { chNFe: string; xml: string; digVal: string };

const opening = `<NFe xmlns="${nfe}">`;
const closing = '</NFe>';
const place = { nro: '100', xBairro: 'Centro', CEP: '01002000' };
const saoPaulo = { cMun: '3550308', xMun: 'São Paulo' };
const homologationName = 'NF-E EMITIDA EM AMBIENTE DE HOMOLOGACAO - SEM VALOR FISCAL';

/** An ordinary sale of one product by a company of the Simples Nacional, valid by the official schema and written in canonical form. */
export function supplierNote(sale: SupplierNote): UnsignedNote {
  const chNFe = keyOf(sale);
  const infNFe = writeElement('infNFe', {
    '@Id': `NFe${chNFe}`,
    '@versao': '4.00',
    ide: identification(sale, chNFe),
    emit: {
      ...taxIdField(sale.issuer.taxId),
      xNome: sale.issuer.name,
      enderEmit: address('Rua das Indústrias', sale.issuer),
      IE: '110042490114',
      CRT: 1,
    },
    dest: {
      ...taxIdField(sale.recipient.taxId),
      xNome: sale.environment === 2 ? homologationName : sale.recipient.name,
      enderDest: address('Avenida do Comércio', sale.recipient),
      indIEDest: 9,
    },
  });
  const rest = [
    ...sale.authorized.map((taxId) => writeElement('autXML', taxIdField(taxId))),
    item(sale),
    writeElement('total', { ICMSTot: totals(sale.total) }),
    writeElement('transp', transport(sale)),
    ...billing(sale),
    writeElement('pag', { detPag: payment(sale) }),
  ];
  return unsigned(chNFe, `${infNFe.slice(0, -'</infNFe>'.length)}${rest.join('')}</infNFe>`);
}

/** The note of a sale that differs from another note in its number alone: made by replacing text, which is quicker than writing it anew. */
export function renumbered(other: UnsignedNote, sale: SupplierNote): UnsignedNote {
  const chNFe = keyOf(sale);
  const { number } = sale;
  const fields = { cNF: randomCode(number), nNF: number, cDV: chNFe.slice(-1), nFat: number };
  const whole = Object.entries(fields).reduce(
    (text, [name, value]) => text.replace(new RegExp(`<${name}>\\d+<`), `<${name}>${value}<`),
    other.xml.slice(opening.length, -closing.length).replaceAll(other.chNFe, chNFe),
  );
  return unsigned(chNFe, whole);
}

function unsigned(chNFe: string, infNFe: string): UnsignedNote {
  return {
    chNFe,
    xml: opening + infNFe + closing,
    digVal: digestOf(infNFe.replace('<infNFe', `<infNFe xmlns="${nfe}"`)),
  };
}

function keyOf({ issuer, series, number, dhEmi }: SupplierNote): string {
  const others =
    String(table.cUF[issuer.state]) +
    dhEmi.slice(2, 4) +
    dhEmi.slice(5, 7) +
    issuer.taxId.padStart(14, '0') +
    `55${digits(series, 3)}${digits(number, 9)}1${randomCode(number)}`;
  return others + keyDigit(others);
}

/** The numeric code (cNF): different from the number, and the same for the same number. */
function randomCode(number: number): string {
  return digits((number * 7_919 + 40_487_113) % 100_000_000, 8);
}

function identification(
  { issuer, recipient, series, number, dhEmi, environment }: SupplierNote,
  chNFe: string,
): Content {
  return {
    cUF: table.cUF[issuer.state],
    cNF: randomCode(number),
    natOp: 'Venda de mercadoria',
    mod: 55,
    serie: series,
    nNF: number,
    dhEmi,
    tpNF: 1,
    idDest: issuer.state === recipient.state ? 1 : 2,
    cMunFG: cityOf(issuer).cMun,
    tpImp: 1,
    tpEmis: 1,
    cDV: chNFe.slice(-1),
    tpAmb: environment,
    finNFe: 1,
    indFinal: 0,
    indPres: 9,
    procEmi: 0,
    verProc: 'fornecedor simulado',
  };
}

function item({ total, issuer, recipient }: SupplierNote): string {
  const taxed = { CST: '49', vBC: '0.00' };
  return writeElement('det', {
    '@nItem': 1,
    prod: {
      cProd: 'SIM-001',
      cEAN: 'SEM GTIN',
      xProd: 'Mercadoria de teste',
      NCM: '61091000',
      CFOP: issuer.state === recipient.state ? 5102 : 6102,
      uCom: 'UN',
      qCom: '1.0000',
      vUnCom: total,
      vProd: total,
      cEANTrib: 'SEM GTIN',
      uTrib: 'UN',
      qTrib: '1.0000',
      vUnTrib: total,
      indTot: 1,
    },
    imposto: {
      ICMS: { ICMSSN102: { orig: 0, CSOSN: 102 } },
      PIS: { PISOutr: { ...taxed, pPIS: '0.00', vPIS: '0.00' } },
      COFINS: { COFINSOutr: { ...taxed, pCOFINS: '0.00', vCOFINS: '0.00' } },
    },
  });
}

const beforeProducts = ['vBC', 'vICMS', 'vICMSDeson', 'vFCP', 'vBCST', 'vST', 'vFCPST', 'vFCPSTRet'];
const afterProducts = ['vFrete', 'vSeg', 'vDesc', 'vII', 'vIPI', 'vIPIDevol', 'vPIS', 'vCOFINS', 'vOutro'];

function totals(total: string): Content {
  const zeros = (names: readonly string[]): Content => Object.fromEntries(names.map((name) => [name, '0.00']));
  return { ...zeros(beforeProducts), vProd: total, ...zeros(afterProducts), vNF: total };
}

function transport({ carrier }: SupplierNote): Content {
  if (!carrier) return { modFrete: 9 };
  return { modFrete: 0, transporta: { ...taxIdField(carrier.taxId), xNome: carrier.name } };
}

function billing({ number, total, installments }: SupplierNote): string[] {
  if (installments.length === 0) return [];
  const bill = writeElement('fat', { nFat: number, vOrig: total, vDesc: '0.00', vLiq: total });
  const parts = installments.map((part) =>
    writeElement('dup', { nDup: part.number, dVenc: part.dueDate, vDup: part.amount }),
  );
  return [writeElement('cobr', {}, bill + parts.join(''))];
}

function payment({ total, paidAtOnce }: SupplierNote): Content {
  return paidAtOnce ? { indPag: 0, tPag: '01', vPag: total } : { indPag: 1, tPag: '15', vPag: total };
}

function address(xLgr: string, person: Person): Content {
  const { nro, xBairro, CEP } = place;
  return { xLgr, nro, xBairro, ...cityOf(person), UF: person.state, CEP };
}

/** A municipality of the state; only São Paulo's is real, of the others just the state's digits are. */
function cityOf({ state }: Person): { cMun: string; xMun: string } {
  return state === 'SP' ? saoPaulo : { cMun: `${table.cUF[state]}99999`, xMun: 'Cidade Simulada' };
}

function taxIdField(taxId: string): Content {
  return taxId.length === 11 ? { CPF: taxId } : { CNPJ: taxId };
}

function digits(value: number, size: number): string {
  return String(value).padStart(size, '0');
}
