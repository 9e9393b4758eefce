import type { ServiceEventType } from '../../domain/document-types.ts';
import { isServiceEventType, otherReason, serviceEvents } from '../../domain/documents/events/service/table.ts';
import { DomainError, faultsInWords, isAnyFault, type Issue } from '../../domain/errors.ts';
import type { EventRequest } from '../../operations/documents/reform-events.ts';
import type { ServiceEventRequest } from '../../operations/documents/service-events.ts';
import type { Schema } from '../schema.ts';
import { justificationOf } from './authority-text.ts';
import { reformEventRequest } from './reform-event.ts';

type Body = Schema<'ReformEventRequest'>;

/** The event that a body asks for: one of goods (an event of the reform, or another of an NF-e) or one that a party of an NFS-e registers. */
export type DocumentEventRequest = { of: 'GOODS'; asked: EventRequest } | { of: 'SERVICE'; asked: ServiceEventRequest };

/**
 * Reads the body of an event. Each type has its own fields.
 *
 * @throws DomainError `validation_error` where a field is missing, or where the type does not have a field that was sent
 */
export function documentEventRequest({ type, reason, justification, ...body }: Body): DocumentEventRequest {
  if (isServiceEventType(type)) {
    refuseAny(undueOf(type, body));
    return { of: 'SERVICE', asked: serviceEvent(type, { reason, justification }) };
  }
  refuseAny(undueOf(type, { reason, justification }));
  return { of: 'GOODS', asked: reformEventRequest({ type, ...body }) };
}

type GivenReason = { [Name in 'reason' | 'justification']: Body[Name] | undefined };

function serviceEvent(type: ServiceEventType, said: GivenReason): ServiceEventRequest {
  const { reasons, words } = serviceEvents[type];
  const reason = said.reason ?? null;
  const justification = said.justification ?? null;
  const codes = Object.keys(reasons);
  if (codes.length === 0) refuseAny(undueOf(type, said));
  else if (reason === null || !codes.includes(reason)) {
    const meaning = Object.entries(reasons).map(([code, inWords]) => `${code} (${inWords})`);
    refuseAny([{ path: 'reason', message: `em ${type} é um destes: ${meaning.join(', ')}` }]);
  }
  if (justification === null && (words === 'ALWAYS' || (words === 'WITH_OTHER' && reason === otherReason))) {
    const when = words === 'ALWAYS' ? type : `${type} com reason ${otherReason}`;
    refuseAny([{ path: 'justification', message: `é obrigatório em ${when}, com 15 a 255 caracteres` }]);
  }
  return {
    type,
    content: {
      reasonCode: reason,
      justification: justification === null ? null : justificationOf({ justification }),
    },
  };
}

function undueOf(type: string, fields: object): Issue[] {
  return Object.entries(fields).flatMap(([path, value]: [string, unknown]) =>
    value === undefined || value === null ? [] : [{ path, message: `não existe em ${type}: não o envie` }],
  );
}

function refuseAny(issues: Issue[]): void {
  if (isAnyFault(issues)) throw new DomainError('validation_error', `${faultsInWords(issues)}.`, { issues });
}
