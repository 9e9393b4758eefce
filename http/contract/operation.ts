import type { RequestHandler } from 'express';
import { DomainError } from '../../domain/errors.ts';
import type { Contract } from '../../openapi/read-contract.ts';
import { HttpRefusal } from '../refusal.ts';

/**
 * Finds the operation of a request; a request for what the contract does not have ends here.
 *
 * @param where in words, addresses that exist are told of
 */
export function operation(contract: Pick<Contract, 'match'>, where: string): RequestHandler {
  return (req, res, next) => {
    const match = isDecodable(req.path) ? contract.match(req.method, req.path) : unknownPath;
    switch (match.kind) {
      case 'operation':
        res.locals.operation = match.operation;
        res.locals.companyId = match.companyId;
        res.locals.isHead = req.method === 'HEAD';
        // Node leaves the body of a response to HEAD out; up to there it is made as for GET, so that no header differs.
        req.method = match.operation.method;
        return next();
      case 'wrongMethod': {
        const allow = match.allow.join(', ');
        throw new HttpRefusal(405, 'method_not_allowed', `Este endereço aceita ${allow}, não ${req.method}.`, {
          Allow: allow,
        });
      }
      case 'unknownPath':
        throw new DomainError('not_found', `Este endereço não existe na API. Veja os que existem em ${where}.`);
    }
  };
}

const unknownPath = { kind: 'unknownPath' } as const;

function isDecodable(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}
