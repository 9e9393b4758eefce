import type { Request, RequestHandler, Response } from 'express';
import { validate as isUuid } from 'uuid';
import type { Orm } from '../../config/orm.ts';
import { hashApiKey, type KeyPrefix, looksLikeApiKey, prefixOf } from '../../domain/access/key.ts';
import { DomainError } from '../../domain/errors.ts';
import { HttpRefusal } from '../../http/refusal.ts';
import type { Access, Operation } from '../../openapi/contract.ts';
import { mounts, portfolioPath } from '../../openapi/mounts.ts';
import { admit, type Caller, type Quota } from '../../operations/access/admit.ts';

const prefixes: Record<Access['owner'], KeyPrefix> = { company: 'ck', office: 'ok' };

/**
 * Admits callers whose key is of the right kind and live, whose office is not suspended, who have a token left, the scopes of the operation
 * and, for an office's key, a company's link and permission: in this order (decisions-2, 50). Puts the quota on the response.
 */
export function authentication(orm: Orm): RequestHandler {
  return async (req, res, next) => {
    const { operation, companyId = null } = res.locals;
    if (!operation?.access) return next();
    const { access } = operation;
    const key = keyOf(req, operation.id, access);
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
    tellQuota(res, admission.quota);
    if (admission.kind === 'limited') {
      const message = 'Limite de requisições desta chave atingido. Aguarde o tempo de Retry-After e tente de novo.';
      throw new HttpRefusal(429, 'rate_limited', message, { 'Retry-After': '1' });
    }
    checkScopes(admission.caller, access);
    if (companyId !== null) checkPortfolio(admission.caller, access);
    next();
  };
}

function keyOf(req: Request, operation: Operation['id'], { owner }: Access): string {
  const header = req.get('authorization');
  if (header === undefined || header.trim() === '') {
    const elsewhere = req.get('x-api-key') === undefined ? '' : ', não em X-Api-Key';
    const message = `Envie a chave de API no cabeçalho Authorization: Bearer <chave>${elsewhere}.`;
    throw new HttpRefusal(401, 'missing_api_key', message, challenge);
  }
  const [, key = ''] = /^Bearer +(\S+) *$/i.exec(header) ?? [];
  if (key === '' && /^(\S+ +)?(ck|ok)_\S+ *$/.test(header)) {
    throw invalidKey('Antes da chave de API falta a palavra Bearer: envie Authorization: Bearer <chave>.');
  }
  const prefix = prefixOf(key);
  if (owner === 'office' && prefix === 'ck') {
    const message =
      'Esta rota é de escritórios de contabilidade: use uma chave de escritório (ok_…), não a de uma empresa.';
    throw new HttpRefusal(401, 'office_key_required', message, challenge);
  }
  if (owner === 'company' && prefix === 'ok') {
    const twin = operation in mounts ? `; com a do escritório, use o mesmo endereço abaixo de ${portfolioPath}` : '';
    throw invalidKey(`Esta rota é de empresas: use uma chave de empresa (ck_…), não a de um escritório${twin}.`);
  }
  if (prefix !== prefixes[owner] || !looksLikeApiKey(key)) throw invalidKey();
  return key;
}

const challenge = { 'WWW-Authenticate': 'Bearer' };

function invalidKey(message = 'A chave de API é inválida, foi revogada ou expirou.'): HttpRefusal {
  return new HttpRefusal(401, 'invalid_api_key', message, challenge);
}

function tellQuota(res: Response, { limit, remaining, resetSeconds, windowSeconds }: Quota): void {
  res.set({
    'RateLimit-Limit': String(limit),
    'RateLimit-Remaining': String(remaining),
    'RateLimit-Reset': String(resetSeconds),
    'RateLimit-Policy': `${limit};w=${windowSeconds}`,
  });
}

function checkScopes(caller: Caller, { scopes }: Access): void {
  const missing = scopes.filter((scope) => !caller.scopes.includes(scope));
  if (missing.length === 0) return;
  throw new DomainError('insufficient_scope', `A chave de API não tem o escopo ${missing.join(', ')}.`);
}

/** A company that does not exist is refused as one of others, so that nothing is told of it. */
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
