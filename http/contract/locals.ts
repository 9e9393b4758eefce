import type { ContractOperation } from '../../openapi/read-contract.ts';
import type { AnyHandler } from './contract-router.ts';

declare module 'express-serve-static-core' {
  interface Locals {
    /** What answers the operations of this contract, by their names, and what cuts its long answers off. */
    handlers: Record<string, AnyHandler>;
    cut: AbortSignal;
    operation?: ContractOperation;
    /** The company in the path, as it was written; null where the path has no place for one. */
    companyId?: string | null;
    /** What was sent to an operation that takes a body, unpacked. */
    sentBody?: Buffer;
    /** Whether only the headers were asked for. */
    isHead?: boolean;
  }
}
