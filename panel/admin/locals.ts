import type { Response } from 'express';
import { validate as isUuid } from 'uuid';
import type { Orm } from '../../config/orm.ts';
import { DomainError } from '../../domain/errors.ts';
import { Office } from '../../domain/offices/office.entity.ts';
import { idempotencyOf } from '../../http/contract/idempotency.ts';
import type { Repeatable } from '../../operations/documents/create.ts';
import type { OperatorCaller } from '../../operations/access/admit-operator.ts';
import type { ActOutcome } from '../../operations/access/repeatable.ts';
import type { ActingCompany } from '../../operations/acting.ts';
import { overseeing } from '../../operations/in-company.ts';

declare module 'express-serve-static-core' {
  interface Locals {
    /** The owner of the key, at the admin API. */
    operator?: OperatorCaller;
  }
}

/** Who calls an operation of the admin API. */
export function operatorOf({ locals: { operator } }: Pick<Response, 'locals'>): OperatorCaller {
  if (!operator) throw new TypeError('this operation of the contract asks for no key');
  return operator;
}

/** The caller, and the company in the path, which the key reaches. */
export function actingOn(res: Pick<Response, 'locals'>): { operator: OperatorCaller; company: ActingCompany } {
  const operator = operatorOf(res);
  if (!operator.company) throw new TypeError('the path of this operation names no company');
  return { operator, company: operator.company };
}

/** The caller, and the office in the path. @throws DomainError `not_found` */
export async function operatorAtOffice(
  orm: Orm,
  res: Pick<Response, 'locals'>,
  officeId: string,
): Promise<{ operator: OperatorCaller; office: Office }> {
  const operator = operatorOf(res);
  const office = isUuid(officeId)
    ? await overseeing(orm, operator, (em) => em.findOne(Office, { id: officeId }))
    : null;
  if (office) return { operator, office };
  throw new DomainError('not_found', 'Escritório não encontrado. Confira o identificador e a chave usada.');
}

/** The parts of a request that tell one creation from another. */
export type CreationRequest = { get: (header: 'idempotency-key') => string | undefined; path: string; body: unknown };

/**
 * How a creation may be repeated: at the same path, with the same body; null without an Idempotency-Key.
 *
 * @throws DomainError `invalid_idempotency_key`
 */
export function repeatableOf(req: CreationRequest): Repeatable | null {
  return idempotencyOf(req.get('idempotency-key'), { path: req.path, body: req.body });
}

/** The result of an act; a header says when an earlier request did it. */
export function actResult<Result>(res: Response, outcome: ActOutcome<Result>): Result {
  if ('made' in outcome) return outcome.made;
  res.set('Idempotent-Replayed', 'true');
  return outcome.replayed;
}

/** Answers a creation: 201 with what was made, or 200 with what an earlier request made. */
export function created<Made, Replayed>(res: Response<Made | Replayed>, outcome: ActOutcome<Made, Replayed>): void {
  if ('made' in outcome) return void res.status(201).json(outcome.made);
  res.set('Idempotent-Replayed', 'true');
  res.status(200).json(outcome.replayed);
}
