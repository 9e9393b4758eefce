import type { operations } from '../clients/typescript/src/contract.ts';
import type { HandlerOf } from '../http/contract/handler.ts';

export type { Schema } from '../http/schema.ts';

/**
 * Operations with a handler of their own: all but the offices' twins of companies' operations (`openapi/mounts.ts`) and the events, which
 * receivers handle.
 */
export type OperationId = Exclude<keyof operations, `${string}OfCompany` | `on${Capitalize<string>}`>;

/** The handler of one operation of the contract, by its name. */
export type Handler<Id extends OperationId> = HandlerOf<operations[Id]>;

/** Every operation of the contract has exactly one handler: leaving one out does not compile. */
export type Handlers = { [Id in OperationId]: Handler<Id> };
