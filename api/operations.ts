import type { RequestHandler } from 'express';
import type { components, operations } from '../openapi/generated/types.ts';

/** A shape of the contract by its name. */
export type Schema<Name extends keyof components['schemas']> = components['schemas'][Name];

export type OperationId = keyof operations;

type Body<Op> = Op extends { requestBody?: infer R } ? JsonOf<NonNullable<R>> | OptionalBody<R> : undefined;
type OptionalBody<R> = undefined extends R ? undefined : never;
type Path<Op> = Op extends { parameters: { path: infer P } } ? P : Record<string, never>;
type Query<Op> = Op extends { parameters: { query?: infer Q } } ? NonNullable<Q> : Record<string, never>;
type JsonOf<R> = R extends { content: { 'application/json': infer J } } ? J : never;
type FileOf<R> = R extends { content: { 'application/xml': string } | { 'application/pdf': string } }
  ? string | Buffer
  : never;
type Answer<Op> = Op extends { responses: infer R } ? JsonOf<R[keyof R]> | FileOf<R[keyof R]> : never;

/** The handler of one operation of the contract: its path, query, body and answer are typed by it. */
export type Handler<Id extends OperationId> = RequestHandler<
  Path<operations[Id]>,
  Answer<operations[Id]>,
  Body<operations[Id]>,
  Query<operations[Id]>
>;

/** Every operation of the contract has exactly one handler: leaving one out does not compile. */
export type Handlers = { [Id in OperationId]: Handler<Id> };
