import type { RequestHandler } from 'express';
import { validate as isUuid } from 'uuid';
import type { Orm } from '../../config/orm.ts';
import { hashApiKey } from '../../domain/access/key.ts';
import { DomainError } from '../../domain/errors.ts';
import { checkScopes, invalidKey, keyIn, applyRateLimit } from '../../http/contract/api-keys.ts';
import { admitOperator } from '../../operations/access/admit-operator.ts';

/**
 * Admits callers in this order: the key is an operator's and valid, has a request left in its rate, has the scopes of the operation, is bound to no
 * companies when the operation is about the whole installation, and reaches the company in the path. A company that the key does not reach is
 * answered as one that does not exist.
 */
export function authentication(orm: Orm): RequestHandler {
  return async (req, res, next) => {
    const { operation, companyId = null } = res.locals;
    if (!operation?.access) return next();
    const key = keyIn(req, 'lk', () => {
      throw invalidKey('Esta rota é da administração: use uma chave de administração (lk_…).');
    });
    const admission = await admitOperator(orm, hashApiKey(key), isUuid(companyId) ? companyId : null);
    if (admission.kind === 'unknown') throw invalidKey();
    res.locals.operator = admission.caller;
    res.set('Cache-Control', 'no-store');
    applyRateLimit(res, admission.quota, admission.kind === 'limited');
    checkScopes(admission.caller.scopes, operation.access.scopes);
    if (operation.access.ofInstallation && admission.caller.companies !== null) throw bound();
    if (companyId !== null && !admission.caller.company) {
      throw new DomainError('not_found', 'Empresa não encontrada. Confira o identificador e a chave usada.');
    }
    next();
  };
}

function bound(): DomainError {
  const message = 'A chave só vale para as empresas a que foi ligada, e isto é de toda a instalação.';
  return new DomainError('insufficient_scope', message);
}
