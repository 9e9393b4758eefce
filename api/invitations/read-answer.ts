import type { Request } from 'express';
import { answers, fields, issuingOn } from '../../domain/pages/invitation/asking.ts';
import { readBody } from '../middleware/read-body.ts';
import { NotAnswered } from './failures.ts';

/** The form has two short fields. */
const limitBytes = 1024;

/** What the form of an invitation says. */
export type Answer = { accepts: boolean; issuingAllowed: boolean };

/** @throws NotAnswered where it is not what the page's own form sends @throws DomainError as `readBody` */
export async function readAnswer(req: Request): Promise<Answer> {
  if (!req.is('application/x-www-form-urlencoded')) throw new NotAnswered('wrongType');
  const form = new URLSearchParams((await readBody(req, limitBytes)).toString());
  const [answer, ...others] = form.getAll(fields.answer);
  const isKnown = answer === answers.accept || answer === answers.refuse;
  if (!isKnown || others.length > 0) throw new NotAnswered('invalid');
  return { accepts: answer === answers.accept, issuingAllowed: form.get(fields.issuing) === issuingOn };
}
