import type { Response } from 'express';
import type { Logger } from '../config/logger.ts';
import type { CompanySettings, Issuer } from '../domain/companies/settings.ts';
import type { Operation } from '../openapi/contract.ts';

/** Whose request it is: the key that came with it, and all that is known of its owner without another query. */
export type Caller = { keyId: string; companyId: string; scopes: string[]; company: CallerCompany };

/** Of the caller's company what its requests need: the issuer, without its logo; `settings` is null until somebody fills them. */
export type CallerCompany = Omit<Issuer, 'settings'> & { settings: CompanySettings | null };

declare module 'express-serve-static-core' {
  interface Locals {
    requestId: string;
    log: Logger;
    operation?: Operation;
    caller?: Caller;
    /** The document the request is about, for the log. */
    documentId?: string;
    /** The code of the error that was answered, for the log. */
    errorCode?: string;
  }
}

/** The caller of an operation that asks for a key. */
export function callerOf({ locals }: Pick<Response, 'locals'>): Caller {
  if (!locals.caller) throw new TypeError('this operation of the contract asks for no key');
  return locals.caller;
}
