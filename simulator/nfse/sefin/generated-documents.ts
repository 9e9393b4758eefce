import { randomInt, X509Certificate } from 'node:crypto';
import table from '../../../tables/endpoints.json' with { type: 'json' };
import type { Credentials } from '../../certificates/certificate.ts';
import { timestamp } from '../../clock.ts';
import type { TaxAuthority } from '../../tax-authority.ts';
import { child, type Content, type Element, readXml, textOf, writeElement } from '../../xml/element.ts';
import { canonical, signatureOf, signingForms } from '../../xml/signature.ts';
import { computeNfse } from '../arithmetic.ts';
import { namespace, type PackedDocument } from '../document.ts';
import { composedKey, digits } from '../key.ts';
import type { NfseCall } from '../operation.ts';
import { type Cities, placeName } from '../places.ts';
import type { NfseEvent, NfseNote } from '../register.ts';
import { serviceName } from '../services.ts';
import { application, taxIdIn } from './body.ts';

const generated = 100;
const generatedForMei = 107;
const mei = '2';

/** The NFS-e that a DPS generates, and its record: everything that SEFIN says, around the DPS as it came, with SEFIN's signature. */
export function generateNote(
  dps: PackedDocument,
  { environment, at, issuerName }: Pick<NfseCall, 'environment' | 'at'> & { issuerName?: string | undefined },
  { nfse: { register, cities, seal } }: TaxAuthority,
): { record: NfseNote; xml: string } {
  const infDPS = child(dps.root, 'infDPS');
  const issuer = taxIdIn(child(infDPS, 'prest')) ?? '';
  const dhEmi = textOf(infDPS, 'dhEmi') ?? '';
  const record: NfseNote = {
    kind: 'note',
    environment,
    chNFSe: '',
    idDps: infDPS?.attributes['Id'] ?? '',
    nNFSe: register.nextNumber(environment, issuer),
    nDFSe: register.nextDocument(environment),
    cStat: textOf(infDPS, 'prest', 'regTrib', 'opSimpNac') === mei ? generatedForMei : generated,
    dhProc: timestamp(at),
    issuer,
    taker: taxIdIn(child(infDPS, 'toma')),
    intermediary: taxIdIn(child(infDPS, 'interm')),
  };
  const chNFSe = composedKey({
    cMun: textOf(infDPS, 'cLocEmi') ?? '',
    issuer,
    nNFSe: record.nNFSe,
    month: `${dhEmi.slice(2, 4)}${dhEmi.slice(5, 7)}`,
    code: digits(randomInt(1_000_000_000), 9),
  });
  const received = dps.source.slice(dps.root.start, dps.root.end);
  const content = contentOf(dps.root, record, cities, issuerName ?? nameInCertificate(dps.root));
  const infNFSe = writeElement('infNFSe', { '@Id': `NFS${chNFSe}`, ...content }, received);
  const xml = sealed(writeElement('NFSe', { '@xmlns': namespace, '@versao': '1.01' }, infNFSe), 'infNFSe', seal);
  return { record: { ...record, chNFSe }, xml };
}

function contentOf(
  dps: Element,
  { nNFSe, nDFSe, cStat, dhProc }: NfseNote,
  cities: Cities,
  issuerName: string,
): Content {
  const infDPS = child(dps, 'infDPS');
  const service = child(infDPS, 'serv', 'cServ');
  const { cLocIncid, xLocIncid, valores, IBSCBS } = computeNfse(dps, cities);
  const place = textOf(infDPS, 'serv', 'locPrest', 'cLocPrestacao');
  return {
    xLocEmi: placeName(textOf(infDPS, 'cLocEmi') ?? '', cities),
    xLocPrestacao:
      place === undefined ? (textOf(infDPS, 'serv', 'locPrest', 'cPaisPrestacao') ?? '') : placeName(place, cities),
    nNFSe,
    cLocIncid,
    xLocIncid,
    xTribNac: serviceName(textOf(service, 'cTribNac') ?? ''),
    xTribMun: labelled('Serviço municipal', textOf(service, 'cTribMun')),
    xNBS: labelled('Serviço NBS', textOf(service, 'cNBS')),
    verAplic: application,
    ambGer: 2,
    tpEmis: 1,
    procEmi: 1,
    cStat,
    dhProc,
    nDFSe,
    emit: issuerContent(dps, issuerName),
    valores,
    IBSCBS,
  };
}

/** The issuer as in SEFIN's register: a DPS of the provider itself names neither its name nor its address (E0121, E0128). */
function issuerContent(dps: Element, xNome: string): Content {
  const infDPS = child(dps, 'infDPS');
  const prest = child(infDPS, 'prest');
  const cMun = textOf(infDPS, 'cLocEmi') ?? '';
  return {
    CNPJ: textOf(prest, 'CNPJ'),
    CPF: textOf(prest, 'CPF'),
    IM: textOf(prest, 'IM'),
    xNome,
    enderNac: { xLgr: 'RUA DO CADASTRO', nro: '100', xBairro: 'CENTRO', cMun, UF: stateOf(cMun), CEP: '01001000' },
    fone: textOf(prest, 'fone'),
    email: textOf(prest, 'email'),
  };
}

/** The state of a municipality, whose code begins with IBGE's code of the state. */
function stateOf(cMun: string): string | undefined {
  return Object.entries(table.cUF).find(([, code]) => String(code) === cMun.slice(0, 2))?.[0];
}

/** The holder's name in the certificate that signed, which ICP-Brasil writes before a colon and the CNPJ or CPF. */
function nameInCertificate(dps: Element): string {
  const der = textOf(dps, 'Signature', 'KeyInfo', 'X509Data', 'X509Certificate') ?? '';
  const { subject } = new X509Certificate(Buffer.from(der, 'base64'));
  return /^CN=([^:\n]+)/m.exec(subject)?.[1] ?? 'EMPRESA SEM NOME';
}

function labelled(label: string, code: string | undefined): string | undefined {
  return code === undefined ? undefined : `${label} ${code}`;
}

/** An event's request: the element as text, the key of its note and its type. `after` counts documents generated in the same commit. */
type EventRequest = { request: string; chNFSe: string; tpEvento: string; after?: number };

/** The event that SEFIN registers for a request, and its record. Each type that SEFIN takes happens only once to a note. */
export function generateEvent(
  { request, chNFSe, tpEvento, after = 0 }: EventRequest,
  { environment, at }: Pick<NfseCall, 'environment' | 'at'>,
  { nfse: { register, seal } }: Pick<TaxAuthority, 'nfse'>,
): { record: NfseEvent; xml: string } {
  const nSeqEvento = 1;
  const record: NfseEvent = {
    kind: 'event',
    environment,
    chNFSe,
    id: `EVT${chNFSe}${tpEvento}${digits(nSeqEvento, 3)}`,
    tpEvento,
    nSeqEvento,
    nDFSe: register.nextDocument(environment) + after,
    dhProc: timestamp(at),
  };
  const { id, nDFSe, dhProc } = record;
  const content = { '@Id': id, verAplic: application, ambGer: 2, nSeqEvento, dhProc, nDFSe };
  const event = writeElement(
    'evento',
    { '@xmlns': namespace, '@versao': '1.01' },
    writeElement('infEvento', content, request),
  );
  return { record, xml: sealed(event, 'infEvento', seal) };
}

const declaration = '<?xml version="1.0" encoding="UTF-8"?>';

/**
 * Signs a document with SEFIN's own key, in the form of the real ones (exc-c14n#WithComments, RSA-SHA256): the signature comes after the
 * signed element, which carries an `Id`.
 *
 * @returns the whole document with its declaration.
 */
function sealed(xml: string, signed: string, seal: Credentials): string {
  const content = child(readXml(xml), signed);
  const id = content?.attributes['Id'];
  if (!content || id === undefined) throw new TypeError(`no ${signed} to sign`);
  const form = signingForms.sefin;
  const signature = signatureOf({ id, canonical: canonical(xml, content, form.canonicalization) }, form, seal);
  return `${declaration}${xml.slice(0, content.end)}${signature}${xml.slice(content.end)}`;
}
