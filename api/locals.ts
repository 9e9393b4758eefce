import type { Response } from 'express';
import type { Logger } from '../config/logger.ts';
import type { Operation } from '../openapi/contract.ts';
import type { Caller } from '../operations/access/admit.ts';
import type { ActingCompany } from '../operations/acting-company.ts';

declare module 'express-serve-static-core' {
  interface Locals {
    requestId: string;
    log: Logger;
    operation?: Operation;
    /** Whether only the headers were asked for. */
    isHead?: boolean;
    caller?: Caller;
    /** The document the request is about, for the log. */
    documentId?: string;
    /** The code of the error that was returned, for the log. */
    errorCode?: string;
  }
}

/** The caller of an operation that asks for a key. */
export function callerOf({ locals }: Pick<Response, 'locals'>): Caller {
  if (!locals.caller) throw new TypeError('this operation of the contract asks for no key');
  return locals.caller;
}

/** The company of that caller. */
export function companyOf(res: Pick<Response, 'locals'>): ActingCompany {
  return callerOf(res).company;
}
