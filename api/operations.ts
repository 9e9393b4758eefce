import type { NextFunction, Request, Response } from 'express';
import type { operations } from '../clients/typescript/src/contract.ts';
import type { StreamedFile } from '../http/send-stream.ts';

export type { Schema } from '../http/schema.ts';

/**
 * Operations with a handler of their own: all but the offices' twins of companies' operations (`openapi/mounts.ts`) and the events, which
 * receivers handle.
 */
export type OperationId = Exclude<keyof operations, `${string}OfCompany` | `on${Capitalize<string>}`>;

type Body<Op> = Op extends { requestBody?: infer R } ? JsonOf<NonNullable<R>> | OptionalBody<R> : undefined;
type OptionalBody<R> = undefined extends R ? undefined : never;
type Path<Op> = Op extends { parameters: { path: infer P } } ? P : Record<string, never>;
type Query<Op> = Op extends { parameters: { query?: infer Q } } ? NonNullable<Q> : Record<string, never>;
type JsonOf<R> = R extends { content: { 'application/json': infer J } } ? J : never;
type ContentType<R> = R extends { content: infer C } ? keyof C : never;
type FileType<Op> = Op extends { responses: infer R } ? Exclude<ContentType<R[keyof R]>, 'application/json'> : never;
type FileOf<Op> = [FileType<Op>] extends [never] ? never : string | Buffer;
type Answer<Op> = Op extends { responses: infer R } ? JsonOf<R[keyof R]> | FileOf<Op> : never;

/**
 * The handler of one operation of the contract, which types its path, query, body and response. It responds by `res`, or returns a file
 * that is still being made, which `sendStream` then sends as it comes.
 */
export type Handler<Id extends OperationId> = (
  req: Request<Path<operations[Id]>, Answer<operations[Id]>, Body<operations[Id]>, Query<operations[Id]>>,
  res: Response<Answer<operations[Id]>>,
  next: NextFunction,
) => void | Promise<void | StreamedFile<FileType<operations[Id]>>>;

/** Every operation of the contract has exactly one handler: leaving one out does not compile. */
export type Handlers = { [Id in OperationId]: Handler<Id> };
