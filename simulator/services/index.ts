import type { ServiceName } from '../transport/endpoints.ts';
import { authorization } from './authorization.ts';
import { consultation } from './consultation.ts';
import { distribution } from './distribution.ts';
import { events } from './events.ts';
import { inutilization } from './inutilization.ts';
import { receipt } from './lot-receipt.ts';
import type { Service } from './service.ts';
import { status } from './status.ts';

/** The services by name; a new service is an entry here and one in the list of names. */
export const services: { readonly [Name in ServiceName]: Service } = {
  NfeStatusServico: status,
  NfeAutorizacao: authorization,
  NfeRetAutorizacao: receipt,
  NfeConsultaProtocolo: consultation,
  NfeInutilizacao: inutilization,
  RecepcaoEvento: events,
  NFeDistribuicaoDFe: distribution,
};
