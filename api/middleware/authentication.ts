import type { RequestHandler } from 'express';
import { validate as isUuid } from 'uuid';
import type { Orm } from '../../config/orm.ts';
import { hashApiKey, type KeyPrefix } from '../../domain/access/key.ts';
import { DomainError } from '../../domain/errors.ts';
import { challenge, checkScopes, invalidKey, keyIn, applyRateLimit } from '../../http/contract/api-keys.ts';
import { HttpRefusal } from '../../http/refusal.ts';
import type { Access, ContractOperation } from '../../openapi/contract.ts';
import { mounts, portfolioPath } from '../../openapi/mounts.ts';
import { admit, type Caller } from '../../operations/access/admit.ts';

/** The prefix of the key that each kind of owner has. */
const prefixes: Record<Access['owner'], KeyPrefix> = { company: 'ck', office: 'ok', operator: 'lk' };

/**
 * Admits a caller whose key is of the right kind and valid, whose office is not suspended, who has a token left in the rate limit, and who has the
 * scopes of the operation and, with an office's key, an active link to the company and its permission; checked in this order. Puts
 * the rate limit into the response's headers.
 */
export function authentication(orm: Orm): RequestHandler {
  return async (req, res, next) => {
    const { operation, companyId = null } = res.locals;
    if (!operation?.access) return next();
    const { access } = operation;
    const key = keyIn(req, prefixes[access.owner], (kind) => refuseKind(kind, operation.id, access));
    const admission = await admit(orm, hashApiKey(key), isUuid(companyId) ? companyId : null);
    if (admission.kind === 'unknown') throw invalidKey();
    res.locals.caller = admission.caller;
    res.set('Cache-Control', 'no-store');
    if (admission.kind === 'suspended') {
      throw new DomainError(
        'accounting_mode_inactive',
        'O escritório está suspenso. Fale com quem opera este serviço.',
      );
    }
    applyRateLimit(res, admission.quota, admission.kind === 'limited');
    checkScopes(admission.caller.scopes, access.scopes);
    if (companyId !== null) checkPortfolio(admission.caller, access);
    next();
  };
}

/** Throws the message for a key of another kind than the route needs; returns where no message fits. */
function refuseKind(kind: KeyPrefix, operation: ContractOperation['id'], { owner }: Access): void {
  if (owner === 'office' && kind === 'ck') {
    const message =
      'Esta rota é de escritórios de contabilidade: use uma chave de escritório (ok_…), não a de uma empresa.';
    throw new HttpRefusal(401, 'office_key_required', message, challenge);
  }
  if (owner === 'company' && kind === 'ok') {
    const portfolioHint =
      operation in mounts ? `; com a do escritório, use o mesmo endereço abaixo de ${portfolioPath}` : '';
    throw invalidKey(
      `Esta rota é de empresas: use uma chave de empresa (ck_…), não a de um escritório${portfolioHint}.`,
    );
  }
  if (kind === 'lk') throw invalidKey('Uma chave de administração (lk_…) só abre /admin/v1.');
}

/** A company that does not exist is refused like one outside the portfolio, so that the answer does not tell which companies exist. */
function checkPortfolio({ company, mayIssue }: Caller, { issues }: Access): void {
  if (!company) {
    const message = 'A empresa não está na carteira do escritório. Veja as que estão em GET /v1/accounting/companies.';
    throw new DomainError('company_not_in_portfolio', message);
  }
  if (issues && !mayIssue) {
    const message = `${company.name} não autorizou o escritório a emitir por ela. Peça a autorização à empresa.`;
    throw new DomainError('office_issuing_not_allowed', message);
  }
}
