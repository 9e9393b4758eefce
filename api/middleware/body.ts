import { isUtf8 } from 'node:buffer';
import { json, type Request, type RequestHandler } from 'express';
import { DomainError } from '../../domain/errors.ts';
import { HttpRefusal } from '../http-refusal.ts';

/** Reads the JSON body of an operation that takes one, up to the operation's own size. */
export const body: RequestHandler = (req, res, next) => {
  const { operation } = res.locals;
  if (!operation || operation.body === 'none') return next(forgetType(req));
  const type = req.get('content-length') === '0' ? null : req.is('application/json');
  if (type === null) return next(forgetType(req) ?? (operation.body === 'optional' ? undefined : missingBody()));
  if (type === false) throw new HttpRefusal(415, 'validation_error', 'Envie o corpo como application/json.');
  json({ limit: operation.bodyLimitBytes, strict: false, verify: checkEncoding })(req, res, (error: unknown) => {
    req.headers['content-type'] = 'application/json';
    const path = error ? null : unstorableText(req.body);
    next(error ?? (path === null ? undefined : unstorable(path)));
  });
};

/** Node reads bytes that are no UTF-8 as replacement characters, which would be kept, and printed, in place of accents. */
function checkEncoding(_req: unknown, _res: unknown, bytes: Buffer, encoding: string): void {
  if (encoding !== 'utf-8' || isUtf8(bytes)) return;
  throw new DomainError('validation_error', 'O corpo da requisição não está em UTF-8. Converta-o antes de enviar.');
}

/** The validator keeps a compiled schema for every content type it meets, so it only ever meets the one that is allowed, or none. */
function forgetType(req: Request): undefined {
  delete req.headers['content-type'];
}

function missingBody(): DomainError {
  return new DomainError('validation_error', 'Envie o corpo da requisição em JSON.');
}

function unstorable(path: string): DomainError {
  const message = 'contém caracteres de controle ou texto Unicode inválido; retire-os';
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
