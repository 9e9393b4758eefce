import type { NextFunction, Request, Response } from 'express';
import type { StreamedFile } from '../send-stream.ts';

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
 * The handler of one operation of a contract, with the types of its path, query, body and response. It responds through `res`, or returns a file that
 * is made while it is sent, for `sendStream`.
 */
export type HandlerOf<Op> = (
  req: Request<Path<Op>, Answer<Op>, Body<Op>, Query<Op>>,
  res: Response<Answer<Op>>,
  next: NextFunction,
) => void | Promise<void | StreamedFile<FileType<Op>>>;
