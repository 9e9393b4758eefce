import type { operations } from './contract.ts';

type Name = keyof operations;
type Json<Content> = { content: { 'application/json': Content } };

/** The body that an operation takes. */
export type BodyOf<Operation extends Name> = operations[Operation] extends { requestBody?: Json<infer Content> }
  ? Content
  : never;

/** What an operation answers with a status. */
export type AnswerOf<Operation extends Name, Status extends number = 200> =
  operations[Operation]['responses'] extends Record<Status, Json<infer Content>> ? Content : never;

/** The query that an operation takes. */
export type QueryOf<Operation extends Name> = NonNullable<operations[Operation]['parameters']['query']>;
