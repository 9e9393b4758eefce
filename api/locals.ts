import type { Response } from 'express';
import type { Caller, CompanyCaller, OfficeCaller } from '../operations/access/admit.ts';
import type { ActingCompany, ActingOffice } from '../operations/acting.ts';

declare module 'express-serve-static-core' {
  interface Locals {
    caller?: Caller;
    /** Id of the document that the request is about, for the log. */
    documentId?: string;
  }
}

type Locals = Pick<Response, 'locals'>;

/** The caller of an operation on a company's data: a key of the company, or of an office that may act for it. */
export function callerOf({ locals: { caller } }: Locals): CompanyCaller {
  if (!caller?.company) throw new TypeError('this operation of the contract asks for no key that acts for a company');
  return { ...caller, company: caller.company };
}

/** The company for which the caller of a request acts. */
export function companyOf(res: Locals): ActingCompany {
  return callerOf(res).company;
}

/** The caller of an operation that needs an office's key. */
export function officeCallerOf({ locals: { caller } }: Locals): OfficeCaller {
  if (!caller?.office) throw new TypeError('this operation of the contract asks for no key of an office');
  return { ...caller, office: caller.office };
}

/** The office for which the caller of a request acts. */
export function officeOf(res: Locals): ActingOffice {
  return officeCallerOf(res).office;
}

/** The path below which the caller finds the company's resources: `/v1`, or with an office's key that of the company in its portfolio. */
export function baseOf(res: Locals): string {
  const { office, company } = callerOf(res);
  return office ? `/v1/accounting/companies/${company.id}` : '/v1';
}
