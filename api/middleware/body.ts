import { isUtf8 } from 'node:buffer';
import { MIMEType } from 'node:util';
import type { Request, RequestHandler } from 'express';
import { DomainError } from '../../domain/errors.ts';
import { unsupportedBody } from '../http-refusal.ts';
import { hangUp } from './hang-up.ts';
import { readBody } from './read-body.ts';
import { repeatedKey } from './repeated-key.ts';

/** Reads the JSON body of an operation that takes one, up to the operation's own size. */
export const body: RequestHandler = async (req, res, next) => {
  const { operation } = res.locals;
  if (!operation || operation.body === 'none') {
    hangUp(req, res);
    return next(forgetType(req));
  }
  const type = req.get('content-length') === '0' ? null : req.is('application/json');
  if (type === null) return next(forgetType(req) ?? (operation.body === 'optional' ? undefined : missingBody()));
  if (type === false || !isCharsetKnown(req)) throw unsupportedBody();
  req.body = parse(await readBody(req, operation.bodyLimitBytes));
  req.headers['content-type'] = 'application/json';
  const path = unstorableText(req.body);
  next(path === null ? undefined : wrong(path, 'contém caracteres de controle ou texto Unicode inválido; retire-os'));
};

function isCharsetKnown(req: Request): boolean {
  const charset = new MIMEType(req.get('content-type') ?? '').params.get('charset');
  return charset === null || charset.toLowerCase() === 'utf-8';
}

/** @throws DomainError `validation_error` where it is no JSON, repeats a key, or is not in UTF-8: a broken name would be kept, and printed */
function parse(bytes: Buffer): unknown {
  if (!isUtf8(bytes)) {
    throw new DomainError('validation_error', 'O corpo da requisição não está em UTF-8. Converta-o antes de enviar.');
  }
  const text = new TextDecoder().decode(bytes); // without the mark that some editors put first
  if (text === '') return {};
  const value = parsed(text);
  const path = repeatedKey(text);
  if (path !== null) throw wrong(path, 'aparece mais de uma vez no JSON; envie cada campo uma vez só');
  return value;
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch (cause) {
    throw new DomainError('validation_error', 'O corpo da requisição não é JSON válido.', { cause });
  }
}

/** The validator keeps a compiled schema for every content type it meets, so it only ever meets the one that is allowed, or none. */
function forgetType(req: Request): undefined {
  delete req.headers['content-type'];
}

function missingBody(): DomainError {
  return new DomainError('validation_error', 'Envie o corpo da requisição em JSON.');
}

function wrong(path: string, message: string): DomainError {
  return new DomainError('validation_error', `${path} ${message}.`, { issues: [{ path, message }] });
}

// ESLint forbids control characters in a pattern, which are mostly accidents; these are meant.
const controls = new RegExp('[\\u0000-\\u0008\\u000b\\u000c\\u000e-\\u001f\\ufffe\\uffff]');

/**
 * Path of the first text in a body that neither XML nor PostgreSQL can hold (control characters, half of a surrogate pair); null when there is
 * none. Walks without recursion, because a hostile body may be deep.
 */
function unstorableText(body: unknown): string | null {
  const waiting: { path: string; value: unknown }[] = [{ path: '', value: body }];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { path, value } = next;
    if (typeof value === 'string' && isUnstorable(value)) return path;
    if (typeof value !== 'object' || value === null) continue;
    for (const [key, inner] of Object.entries(value)) {
      waiting.push({ path: Array.isArray(value) ? `${path}[${key}]` : joined(path, key), value: inner });
    }
  }
  return null;
}

function isUnstorable(text: string): boolean {
  return controls.test(text) || !text.isWellFormed();
}

function joined(path: string, key: string): string {
  return path === '' ? key : `${path}.${key}`;
}
