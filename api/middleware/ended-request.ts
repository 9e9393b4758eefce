import type { RequestHandler, Response } from 'express';
import { mailLinksPath } from '../../domain/documents/mails/link-token.ts';
import { invitationsPath } from '../../domain/offices/link-invitation.entity.ts';
import type { EndedRequest } from '../../http/every-request.ts';
import { withinSpan } from '../../http/request-span.ts';

/** What the API's log line of a request has. */
export function endedRequest(path: string, { locals }: Pick<Response, 'locals'>): EndedRequest {
  const { operation, caller, documentId } = locals;
  return {
    operation: operation?.id,
    isProbe: !operation?.access,
    path: withoutToken(path),
    fields: {
      keyId: caller?.keyId,
      companyId: caller?.company?.id,
      officeId: caller?.office?.id,
      documentId,
    },
  };
}

const secrets = new RegExp(`(${invitationsPath}|${mailLinksPath})(?:/|%2f).*`, 'is');

/** The path without the token of an invitation or of a link in a mail, also if the rest of the address is mistyped. */
function withoutToken(path: string): string {
  return path.replace(secrets, '$1/…');
}

/** The span of one request for an operation of the contract. Requests that need no key, such as probes, have none. */
export const requestSpan: RequestHandler = (req, res, next) => {
  const { operation } = res.locals;
  if (!operation?.access) return next();
  withinSpan(req, res, next, {
    name: operation.id,
    ended: () => {
      const { caller, documentId } = res.locals;
      return { 'url.path': req.path, 'lavra.company_id': caller?.company?.id, 'lavra.document_id': documentId };
    },
  });
};
