import type { Request, RequestHandler } from 'express';
import { DomainError } from '../../domain/errors.ts';
import { readBody } from '../../http/bodies.ts';
import { isSameOrigin } from '../../http/private-pages.ts';
import { onlyReading } from '../../operations/in-company.ts';
import { failures } from '../failures.ts';

const formBytes = 256 * 1024;
const uploadBytes = 1024 * 1024;

/**
 * Lets through POSTs from the panel's own pages alone, since the session cookie does not prove who sent a form. GET and HEAD change nothing: their
 * transactions are read-only in the database.
 */
export function ownForms(url: string): RequestHandler {
  return (req, res, next) => {
    if (req.method === 'GET' || req.method === 'HEAD') return onlyReading(() => next());
    if (req.method !== 'POST') return void failures.wrongMethod(res);
    if (!isSameOrigin(req, url)) return void failures.elsewhere(res);
    next();
  };
}

/** The fields of a form. @throws DomainError as `readBody` */
export async function readForm(req: Request, limitBytes = formBytes): Promise<URLSearchParams> {
  return new URLSearchParams((await readBody(req, limitBytes)).toString());
}

/** A file that somebody chose, with its name on her machine. */
export type Upload = { name: string; bytes: Buffer };

/**
 * The fields and the files of a form that is sent as `multipart/form-data`; a file field without a chosen file is left out.
 *
 * @throws DomainError as `readBody`; `validation_error` for a body that is not such a form
 */
export async function readUploads(
  req: Request,
  limitBytes = uploadBytes,
): Promise<{ fields: URLSearchParams; files: Map<string, Upload> }> {
  const body = await readBody(req, limitBytes);
  const form = await asForm(body, req.get('content-type') ?? '');
  const fields = new URLSearchParams();
  const files = new Map<string, Upload>();
  for (const [name, value] of form) {
    if (typeof value === 'string') fields.append(name, value);
    else if (value.size > 0) files.set(name, { name: value.name, bytes: Buffer.from(await value.arrayBuffer()) });
  }
  return { fields, files };
}

async function asForm(body: Buffer, type: string): Promise<FormData> {
  try {
    return await new Response(new Uint8Array(body), { headers: { 'content-type': type } }).formData();
  } catch (cause) {
    throw new DomainError('validation_error', 'O arquivo não chegou inteiro. Escolha-o de novo e envie.', { cause });
  }
}
