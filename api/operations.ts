import type { operations } from '../clients/typescript/src/contract.ts';
import type { HandlerOf } from '../http/contract/handler.ts';

export type { Schema } from '../http/schema.ts';

/**
 * Operations with a handler of their own: all but the variants for offices (`openapi/mounts.ts`), which share the company's handler, and the webhook
 * events, which receivers handle.
 */
export type OperationId = Exclude<keyof operations, `${string}OfCompany` | `on${Capitalize<string>}`>;

/** The handler of one operation of the contract, by its `operationId`. */
export type Handler<Id extends OperationId> = HandlerOf<operations[Id]>;

/** The handlers of all operations: a missing one does not compile. */
export type Handlers = { [Id in OperationId]: Handler<Id> };
