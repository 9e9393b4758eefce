import type { components, operations } from '../../clients/typescript/src/admin-contract.ts';
import type { HandlerOf } from '../../http/contract/handler.ts';

/** A schema of the admin contract by its name. */
export type AdminSchema<Name extends keyof components['schemas']> = components['schemas'][Name];

/** Every operation of the admin contract has exactly one handler: leaving one out does not compile. */
export type AdminHandlers = { [Id in keyof operations]: HandlerOf<operations[Id]> };
