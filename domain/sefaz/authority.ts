import { keyModel } from '../access-key.ts';
import { authorityNames } from '../authority-names.ts';
import type { Environment } from '../companies/settings.ts';
import { emissionTypeOfKey, modeOfEmissionType } from '../contingency-mode.ts';
import type { Authority, AuthorityService, Message } from '../conversation/authority.ts';
import type { Model } from '../document-types.ts';
import { stateOfCode } from '../states.ts';
import { authorizerOf, endpointOf, type SefazService, statusStateOf, svcOf } from './endpoints.ts';
import { SefazAnswerUnreadable, envelope, openEnvelope, SoapFault } from './envelope.ts';
import { maxMessageBytes } from './messages.ts';
import { outcomeOf, silenceMinutes } from './outcomes.ts';

/** The authority of NF-e and NFC-e: SOAP, at each state's authorizer and, for some events, at the national environment. */
export const sefaz: Authority = {
  called: authorityNames.SEFAZ,
  silence: { code: '656', minutes: silenceMinutes, inWords: 'uma hora' },
  maxMessageBytes,
  roleOf(service) {
    switch (service) {
      case 'NfeConsultaProtocolo':
        return 'ask';
      case 'NfeRetAutorizacao':
        return 'poll';
      case 'NfeStatusServico':
        return 'status';
      default:
        return 'send';
    }
  },
  outcomeOf,
  isServing: (cStat) => cStat === '107',
  isUnreadable: (error) => error instanceof SefazAnswerUnreadable || error instanceof SoapFault,
};

/** What decides to which authorizer a message goes. */
export type SefazAddress = {
  state: string;
  model: Model;
  environment: Environment;
  /** The message goes to the national environment, or to the SVC, in place of the state's own authorizer. */
  isNational?: boolean;
  isSvc?: boolean;
  /** The issuer has no state registration: SVRS serves it, and no SVC stands in for SVRS. */
  isUnregistered?: boolean;
};

/**
 * The authorizer of a note: that of the state in its access key, or the SVC for which the key was issued. The key does not tell whether the issuer
 * has a state registration.
 */
export function authorizerOfKey(
  accessKey: string,
  environment: Environment,
  { isUnregistered = false }: { isUnregistered?: boolean } = {},
): SefazAddress {
  const isSvc = modeOfEmissionType(emissionTypeOfKey(accessKey)) === 'SVC';
  return { state: stateOfCode(accessKey.slice(0, 2)), model: keyModel(accessKey), environment, isSvc, isUnregistered };
}

/**
 * The service whose standing decides whether a message can go there; null for the national environment, which has no service that tells its status.
 */
export function authorityServiceAt({
  state,
  model,
  environment,
  isNational,
  isSvc,
  isUnregistered,
}: SefazAddress): AuthorityService | null {
  if (isNational) return null;
  const authorizer = isSvc ? svcOf(state, environment) : authorizerOf(state, model, isUnregistered);
  return { authorizer, environment, model, state: isSvc ? state : '' };
}

/** The state in whose name an authorizer is asked for its status. */
export function statusStateAt({ state, model, environment, isSvc, isUnregistered }: SefazAddress): string {
  if (isSvc) return state;
  return statusStateOf(authorizerOf(state, model, isUnregistered), model, environment, state);
}

type SefazQuestion<Answer> = {
  service: SefazService;
  message: string;
  /** Reads the authority's message, which is cut out of the SOAP answer as it came. */
  read: (raw: string) => Answer;
  /** Only where the answer may be larger than those of other services. */
  maxAnswerBytes?: number;
};

/**
 * A message of the layout in the SOAP envelope of its service.
 *
 * @throws TypeError where the table of addresses has no such service
 */
export function sefazMessage<Answer>(
  at: SefazAddress,
  { service, message, read, maxAnswerBytes }: SefazQuestion<Answer>,
): Message<Answer> {
  const { url, action } = endpointOf({ ...at, service });
  const type = `application/soap+xml; charset=utf-8; action="${action}"`;
  const content = { type, body: envelope(service, message) };
  return {
    service,
    authorityService: authorityServiceAt(at),
    request: { method: 'POST', url, content, answers: [200], maxAnswerBytes },
    read: ({ body }) => read(openEnvelope(body, maxAnswerBytes === undefined ? {} : { maxBytes: maxAnswerBytes })),
  };
}
