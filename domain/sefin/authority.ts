import table from '../../tables/endpoints.json' with { type: 'json' };
import { authorityNames } from '../authority-names.ts';
import { type Environment, environments } from '../companies/settings.ts';
import type { Authority, HttpAnswer, Message } from '../conversation/authority.ts';
import { SefinAnswerUnreadable } from './body.ts';
import { found, notFound, outcomeOf, silenceMinutes, tooMany } from './outcomes.ts';

/** Operations of the SEFIN Nacional, by the names that calls are recorded with. */
export type SefinService =
  | 'NfseEmissao'
  | 'DpsConsulta'
  | 'NfseConsulta'
  | 'NfseEvento'
  | 'NfseEventoConsulta'
  | 'NfseSituacao';

/** The authority of the national NFS-e: REST over mutual TLS, one address for the whole country. */
export const sefin: Authority = {
  called: authorityNames.SEFIN,
  silence: { code: tooMany, minutes: silenceMinutes, inWords: 'um minuto' },
  maxMessageBytes: null,
  roleOf(service) {
    switch (service) {
      case 'DpsConsulta':
      case 'NfseConsulta':
      case 'NfseEventoConsulta':
        return 'ask';
      case 'NfseSituacao':
        return 'status';
      default:
        return 'send';
    }
  },
  outcomeOf,
  // It has no service that tells its status: an answer to any question shows that it is in operation.
  isServing: (code) => code === found || code === notFound,
  isUnreadable: (error) => error instanceof SefinAnswerUnreadable,
};

type SefinQuestion<Answer> = { service: SefinService; path: string; read: (answer: HttpAnswer) => Answer };

/** A question (GET) to a path below the base address of the environment. */
export function question<Answer>(
  environment: Environment,
  { service, path, read }: SefinQuestion<Answer>,
): Message<Answer> {
  const url = nfseAddresses(environment).sefin + path;
  return { service, request: { method: 'GET', url, content: null, answers: [200, 400, 404, 429] }, read };
}

/**
 * A document that is sent as JSON (POST). Any status beside these answers leaves open whether the document arrived; 403 is a fault of the
 * certificate.
 */
export function dispatch<Answer>(
  environment: Environment,
  { service, path, read, body }: SefinQuestion<Answer> & { body: Record<string, string> },
): Message<Answer> {
  const content = { type: 'application/json; charset=utf-8', body: JSON.stringify(body) };
  const url = nfseAddresses(environment).sefin + path;
  return { service, request: { method: 'POST', url, content, answers: [201, 400, 422, 429] }, read };
}

/** Base addresses of the services of the national NFS-e. */
type NfseAddresses = { sefin: string; adn: string; parametrization: string };

/** The base addresses of an environment (tables/endpoints.json, after the official page). */
export function nfseAddresses(environment: Environment): NfseAddresses {
  return table.nfse[environment === 'PRODUCTION' ? 'production' : 'homologation'];
}

/** The operator's own base address of SEFIN in homologation, in place of the table's: the official page and recorded traffic differ in it. */
export function movedSefin(to: string | undefined): { from: string; to: string } | undefined {
  return to === undefined ? undefined : { from: nfseAddresses('HOMOLOGATION').sefin, to: to.replace(/\/+$/, '') };
}

/** The service and environment of an address; null for other addresses. */
export function nfseServiceAt(url: string): { authorizer: string; environment: Environment } | null {
  for (const environment of environments) {
    const { sefin, adn, parametrization } = nfseAddresses(environment);
    if (url.startsWith(sefin)) return { authorizer: 'SEFIN', environment };
    if (url.startsWith(adn) || url.startsWith(parametrization)) return { authorizer: 'ADN', environment };
  }
  return null;
}
