import type { Environment } from '../companies/settings.ts';
import type { HttpAnswer, Request } from '../conversation/authority.ts';
import type { ServiceRegime } from '../service-taxation/regime.ts';
import { nfseAddresses } from './authority.ts';
import { type SefinBody, bodyOrNull, itemsIn, textIn } from './body.ts';

/** A municipality by its IBGE code (seven digits), in one environment of the national system: each environment has its own agreements. */
export type Municipality = { environment: Environment; municipality: string };

/** A municipality's agreement (convênio) with the national system, as the parametrization service gives it. */
export type Agreement = {
  /** Whether there is an agreement in force (E0037, E0038). */
  isActive: boolean;
  /**
   * aderenteEmissorNacional: whether the agreement lets the municipality's taxpayers use the public issuers, of which SEFIN is one; null where the
   * service does not tell.
   */
  hasNationalIssuer: boolean | null;
  /** The service's own words. */
  message: string | null;
};

/** A rate of ISSQN in percent, with its first and last day. */
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

/** The code as the service writes it: with dots and a municipal breakdown. Without dots it answers 400 (observed 2026-09). */
function nineDigits(serviceCode: string): string {
  return `${serviceCode.replace(/(..)(..)(..)/, '$1.$2.$3')}.000`;
}

/** Values of TipoSimNao; a third one, -1, is published without a meaning. */
const yesOrNo = new Map([
  ['1', true],
  ['0', false],
]);

/** The agreement in an answer; null where nothing follows from the answer, as with a page of a web server. */
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

/** The rates of a service (cTribNac), empty where the municipality has set none; null where nothing follows from the answer. */
export function readRates(answer: HttpAnswer, serviceCode: string): IssqnRate[] | null {
  const body = bodyOrNull(answer);
  if (!body) return null;
  if (answer.status === 404) return textIn(body, 'mensagem') === null ? null : [];
  const [rates] = itemsIn(body, 'aliquotas');
  return rates ? itemsIn(rates, nineDigits(serviceCode)).map(rateIn) : null;
}

/** One rate. Its days come as midnights without an offset. */
function rateIn(item: SefinBody): IssqnRate {
  const rate = item['aliq'];
  return {
    rate: typeof rate === 'number' ? String(rate) : null,
    from: textIn(item, 'dtIni')?.slice(0, 10) ?? null,
    until: textIn(item, 'dtFim')?.slice(0, 10) ?? null,
  };
}

/**
 * Whether SEFIN takes the DPS of a taxpayer of the municipality; null where only SEFIN itself can tell. It does where the agreement is active and
 * lets taxpayers use the public issuers (Anexo I v1.00.02, LEIAUTE_DPS, cLocEmi). Where it does not, nothing follows for MEI (since 09/2023) and
 * small companies in Simples (since 01/11/2026, Res. CGSN 191/2026), who issue nationally whatever their municipality has agreed to.
 */
export function takesDps({ hasNationalIssuer }: Agreement, opSimpNac: ServiceRegime['opSimpNac']): boolean | null {
  return hasNationalIssuer === false && opSimpNac !== '1' ? null : hasNationalIssuer;
}
