import { isUtf8 } from 'node:buffer';
import { json, type Request, type RequestHandler } from 'express';
import { DomainError } from '../../domain/errors.ts';
import { HttpRefusal } from '../http-refusal.ts';
import { unstorableText } from '../requests/unstorable-text.ts';

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

/** The validator keeps a compiled schema for every content type it meets, so it only ever meets the one there is, or none. */
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
