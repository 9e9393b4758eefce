import { timestamp, yearOf } from '../clock.ts';
import { isCnpj } from '../identifiers.ts';
import { reason, type ReasonFacts, Rejection } from '../reasons.ts';
import type { Series } from '../register/records.ts';
import type { TaxAuthority } from '../tax-authority.ts';
import { child, nfe, standalone, textOf, writeElement } from '../xml/element.ts';
import { verifySignature } from '../xml/signature.ts';
import { signerBreach } from './note-checks.ts';
import { type Call, homeState, nextProtocol, opening, type RefusedCall, type Reply, type Service } from './service.ts';

const voidedCode = 102;
const mostNumbers = 1000;
const firstYear = 6;
/** Series of natural persons, who cannot inutilize numbers. */
const personalSeries = { first: 910, last: 969 };

type Request = { id: string; tpAmb: string; series: Series; year: string; first: number; last: number };
/** What is wrong with a request: the code, and the protocol of an earlier inutilization of the same range. */
type Fault = { cStat: number; facts?: ReasonFacts; nProt?: string };

/** NfeInutilizacao: registers numbers that will never be used. */
export const inutilization: Service = {
  root: 'inutNFe',
  version: '4.00',
  codes: { root: 516, version: 517, unserved: 239, schema: 215 },

  refuse: (call, cStat, xMotivo) => result(call, cStat, xMotivo, {}),

  perform(call, authority) {
    const request = read(call);
    const fault =
      signatureFault(call, request, authority) ?? ruleFault(request, call) ?? conflictFault(request, call, authority);
    if (fault) return refused(call, request, fault, authority);
    return register(call, request, authority);
  },
};

function read({ message }: Call): Request {
  const text = (name: string): string => textOf(message, 'infInut', name) ?? '';
  return {
    id: child(message, 'infInut')?.attributes['Id'] ?? '',
    tpAmb: text('tpAmb'),
    series: { cUF: text('cUF'), issuer: text('CNPJ'), model: text('mod'), series: Number(text('serie')) },
    year: text('ano'),
    first: Number(text('nNFIni')),
    last: Number(text('nNFFin')),
  };
}

function signatureFault(call: Call, { series }: Request, { trust }: TaxAuthority): Fault | undefined {
  const content = child(call.message, 'infInut');
  if (!content) throw new Rejection(215);
  const signed = { source: call.source, content, signature: child(call.message, 'Signature') };
  const check = verifySignature(signed, trust, call.at);
  return 'cStat' in check ? check : signerBreach(series.issuer, check.signer);
}

/** The first broken rule, in the manual's order (MOC 7.0 tab. 5-12). */
function ruleFault(request: Request, { endpoint, at }: Call): Fault | undefined {
  const { series, year, first, last } = request;
  const authorizers = endpoint.authorizers.filter(
    (authorizer) => authorizer.contingency === undefined && String(authorizer.model) === series.model,
  );
  const currentYear = yearOf(at) % 100;
  const checks: readonly (readonly [number, boolean])[] = [
    [252, request.tpAmb !== String(endpoint.environment)],
    [450, series.model !== '55' && authorizers.length === 0],
    [775, series.model === '55' && authorizers.length === 0],
    [250, !authorizers.some((authorizer) => authorizer.states.has(Number(series.cUF)))],
    [266, personalSeries.first <= series.series && series.series <= personalSeries.last],
    [453, Number(year) > currentYear],
    [454, Number(year) < firstYear],
    [224, first > last],
    [201, last - first + 1 > mostNumbers],
    [502, request.id !== composed(request)],
    [207, !isCnpj(series.issuer)],
  ];
  const broken = checks.find(([, breaks]) => breaks);
  return broken && { cStat: broken[0] };
}

function composed({ series, year, first, last }: Request): string {
  const digits = (value: number, size: number): string => String(value).padStart(size, '0');
  const { cUF, issuer, model } = series;
  return `ID${cUF}${year}${issuer}${model}${digits(series.series, 3)}${digits(first, 9)}${digits(last, 9)}`;
}

function conflictFault(
  { series, first, last }: Request,
  { endpoint }: Call,
  { register }: TaxAuthority,
): Fault | undefined {
  const before = register.voided(endpoint.environment, series);
  const same = before.find((range) => range.first === first && range.last === last);
  if (same) return { cStat: 563, nProt: same.nProt };
  if (before.some((range) => range.first <= last && first <= range.last)) return { cStat: 256 };
  for (let number = first; number <= last; number += 1) {
    if (register.noteNumbered(endpoint.environment, series, number)) return { cStat: 241 };
    // An EPEC holds its number, too (I09, NT 2014.001 v1.41, 5.5).
    if (register.epecNumbered(endpoint.environment, series, number)) return { cStat: 241 };
  }
  return undefined;
}

function refused(
  call: Call,
  request: Request,
  { cStat, facts = {}, nProt }: Fault,
  { insistence }: TaxAuthority,
): Reply {
  insistence.countRejection(call.transmitter, 'NfeInutilizacao', request.id, cStat, call.at);
  const answer = result(call, cStat, reason(cStat, facts), { request, ...(nProt && { nProt }) });
  return { result: answer, outcomes: [{ chNFe: null, cStat }] };
}

function register(call: Call, request: Request, { register: book }: TaxAuthority): Reply {
  const { series, year, first, last } = request;
  const { endpoint, at } = call;
  const nProt = nextProtocol(book, endpoint.authorizers[0], series.cUF, at);
  const dhRecbto = timestamp(at);
  book.add(
    { kind: 'voided', environment: endpoint.environment, series, year, first, last, nProt, dhRecbto },
    standalone(call.source, call.message),
  );
  return {
    result: result(call, voidedCode, reason(voidedCode), { request, nProt }),
    outcomes: [{ chNFe: null, cStat: voidedCode }],
  };
}

function result(
  call: RefusedCall,
  cStat: number,
  xMotivo: string,
  { request, nProt }: { request?: Request; nProt?: string },
): string {
  const { endpoint, at, message } = call;
  const sent = (name: string): string | undefined => request && textOf(message, 'infInut', name);
  const infInut = {
    '@Id': nProt && `ID${nProt}`,
    ...opening(endpoint.environment, cStat, xMotivo),
    cUF: textOf(message, 'infInut', 'cUF') ?? homeState(endpoint),
    ano: sent('ano'),
    CNPJ: sent('CNPJ'),
    mod: sent('mod'),
    serie: sent('serie'),
    nNFIni: sent('nNFIni'),
    nNFFin: sent('nNFFin'),
    dhRecbto: timestamp(at),
    nProt,
  };
  return writeElement('retInutNFe', { '@xmlns': nfe, '@versao': '4.00', infInut });
}
