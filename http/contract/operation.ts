import type { RequestHandler } from 'express';
import { DomainError } from '../../domain/errors.ts';
import type { Contract } from '../../openapi/read-contract.ts';
import { HttpRefusal } from '../refusal.ts';

/**
 * Finds the operation of a request, and refuses a request that the contract does not have.
 *
 * @param where where the caller finds the existing addresses, as the message says it
 */
export function operation(contract: Pick<Contract, 'match'>, where: string): RequestHandler {
  return (req, res, next) => {
    const match = isDecodable(req.path) ? contract.match(req.method, req.path) : unknownPath;
    switch (match.kind) {
      case 'operation':
        res.locals.operation = match.operation;
        res.locals.companyId = match.companyId;
        res.locals.isHead = req.method === 'HEAD';
        // The response to HEAD is made as for GET, so that all headers are equal; Node leaves out its body.
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
