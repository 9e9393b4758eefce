import type { Response } from 'express';
import type { Operation } from '../openapi/contract.ts';
import type { Caller, CompanyCaller, OfficeCaller } from '../operations/access/admit.ts';
import type { ActingCompany, ActingOffice } from '../operations/acting.ts';
import type { Handlers } from './operations.ts';

declare module 'express-serve-static-core' {
  interface Locals {
    /** What answers the operations of this app, and what cuts its long answers off. */
    handlers: Handlers;
    cut: AbortSignal;
    operation?: Operation;
    /** The company in the path, as it was written; null where the path has no place for one. */
    companyId?: string | null;
    caller?: Caller;
    /** The document the request is about, for the log. */
    documentId?: string;
  }
}

type Locals = Pick<Response, 'locals'>;

/** The caller of an operation on a company's data: its own key, or that of an office whose right to it has been checked. */
export function callerOf({ locals: { caller } }: Locals): CompanyCaller {
  if (!caller?.company) throw new TypeError('this operation of the contract asks for no key that acts for a company');
  return { ...caller, company: caller.company };
}

/** The company of that caller. */
export function companyOf(res: Locals): ActingCompany {
  return callerOf(res).company;
}

/** The caller of an operation that asks for an office's key. */
export function officeCallerOf({ locals: { caller } }: Locals): OfficeCaller {
  if (!caller?.office) throw new TypeError('this operation of the contract asks for no key of an office');
  return { ...caller, office: caller.office };
}

/** The office of that caller. */
export function officeOf(res: Locals): ActingOffice {
  return officeCallerOf(res).office;
}

/** The path below which the caller finds a company's resources: `/v1`, or that of the company in an office's portfolio. */
export function baseOf(res: Locals): string {
  const { office, company } = callerOf(res);
  return office ? `/v1/accounting/companies/${company.id}` : '/v1';
}
