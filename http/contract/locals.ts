import type { ContractOperation } from '../../openapi/read-contract.ts';
import type { AnyHandler } from './contract-router.ts';

declare module 'express-serve-static-core' {
  interface Locals {
    /** The handlers of this contract's operations, by `operationId`. */
    handlers: Record<string, AnyHandler>;
    /** Aborted when files that are still being sent have to end. */
    cut: AbortSignal;
    operation?: ContractOperation;
    /** `companyId` in the path, as it was written; null where the path has none. */
    companyId?: string | null;
    /** The body as it was sent, decompressed; only for operations that take a body. */
    sentBody?: Buffer;
    /** Whether the method is HEAD. */
    isHead?: boolean;
  }
}
