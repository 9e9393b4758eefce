import type { Environment } from '../companies/settings.ts';
import type { HttpAnswer, Request } from '../conversation/authority.ts';
import type { ServiceRegime } from '../service-taxation/regime.ts';
import { nfseAddresses } from './authority.ts';
import { type SefinBody, bodyOrNull, itemsIn, textIn } from './body.ts';

/** A municipality by IBGE's seven digits, in one environment of the national system: each has agreements of its own. */
export type Municipality = { environment: Environment; municipality: string };

/** What the parametrization service says of a municipality's agreement (convênio) with the national system. */
export type Agreement = {
  /** Whether there is one, and in force (E0037, E0038). */
  isActive: boolean;
  /** aderenteEmissorNacional: the agreement lets the municipality's taxpayers use the public issuers, of which SEFIN is one; null unsaid. */
  hasNationalIssuer: boolean | null;
  /** The service's own words. */
  message: string | null;
};

/** One rate of ISSQN in percent, and the days that it holds for, both included. */
export type IssqnRate = { rate: string | null; from: string | null; until: string | null };

/** GET /{cMun}/convenio (OpenAPI of the ADN's parametrization, 2026-04). */
export function agreementQuestion({ environment, municipality }: Municipality): Request {
  return question(environment, `${municipality}/convenio`);
}

/** GET /{cMun}/{service}/{competence}/aliquota: a service (cTribNac) on a day, AAAA-MM-DD. */
export function rateQuestion({ environment, municipality }: Municipality, serviceCode: string, day: string): Request {
  return question(environment, `${municipality}/${nineDigits(serviceCode)}/${day}/aliquota`);
}

function question(environment: Environment, path: string): Request {
  return {
    method: 'GET',
    url: `${nfseAddresses(environment).parametrization}/${path}`,
    content: null,
    answers: [200, 404],
  };
}

/** The service writes codes with a municipal breakdown and dots; without dots it answers 400 (observed 2026-09). */
function nineDigits(serviceCode: string): string {
  return `${serviceCode.replace(/(..)(..)(..)/, '$1.$2.$3')}.000`;
}

/** TipoSimNao; its third value, -1, is published without a meaning. */
const yesOrNo = new Map([
  ['1', true],
  ['0', false],
]);

/** What an answer says of the agreement; null where nothing follows from it, as from a page of a web server. */
export function readAgreement(answer: HttpAnswer): Agreement | null {
  const body = bodyOrNull(answer);
  if (!body) return null;
  const message = textIn(body, 'mensagem');
  if (answer.status === 404) return message === null ? null : { isActive: false, hasNationalIssuer: false, message };
  const [parameters] = itemsIn(body, 'parametrosConvenio');
  if (!parameters) return null;
  const said = String(parameters['aderenteemissornacional']);
  return { isActive: true, hasNationalIssuer: yesOrNo.get(said) ?? null, message };
}

/** The rates of a service (cTribNac), none where the municipality has set none; null where nothing follows from the answer. */
export function readRates(answer: HttpAnswer, serviceCode: string): IssqnRate[] | null {
  const body = bodyOrNull(answer);
  if (!body) return null;
  if (answer.status === 404) return textIn(body, 'mensagem') === null ? null : [];
  const [rates] = itemsIn(body, 'aliquotas');
  return rates ? itemsIn(rates, nineDigits(serviceCode)).map(rateIn) : null;
}

/** Days come as midnights without an offset. */
function rateIn(item: SefinBody): IssqnRate {
  const rate = item['aliq'];
  return {
    rate: typeof rate === 'number' ? String(rate) : null,
    from: textIn(item, 'dtIni')?.slice(0, 10) ?? null,
    until: textIn(item, 'dtFim')?.slice(0, 10) ?? null,
  };
}

/**
 * Whether SEFIN takes the DPS of a taxpayer of the municipality; null where only SEFIN itself can say. For that the agreement must be active
 * and let taxpayers use the public issuers (Anexo I v1.00.02, LEIAUTE_DPS, cLocEmi). MEI (since 09/2023) and small companies in Simples
 * (since 01/11/2026, Res. CGSN 191/2026) issue nationally whatever their municipality has agreed to.
 */
export function takesDps({ hasNationalIssuer }: Agreement, opSimpNac: ServiceRegime['opSimpNac']): boolean | null {
  return hasNationalIssuer === false && opSimpNac !== '1' ? null : hasNationalIssuer;
}
