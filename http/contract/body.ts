import { isUtf8 } from 'node:buffer';
import { MIMEType } from 'node:util';
import type { Request, RequestHandler } from 'express';
import { type ParseErrorCode, printParseErrorCode, visit } from 'jsonc-parser';
import { DomainError } from '../../domain/errors.ts';
import { hangUp, readBody } from '../bodies.ts';
import { unsupportedBody } from '../refusal.ts';
import { withSubscriptionNames } from '../requests/webhook.ts';
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
  const sent = await readBody(req, operation.bodyLimitBytes);
  res.locals.sentBody = sent;
  req.body = withSubscriptionNames(operation, parse(sent));
  req.headers['content-type'] = 'application/json';
  const path = unstorableText(req.body);
  next(path === null ? undefined : wrong(path, 'contém caracteres de controle ou texto Unicode inválido; retire-os'));
};

function isCharsetKnown(req: Request): boolean {
  const charset = new MIMEType(req.get('content-type') ?? '').params.get('charset');
  return charset === null || charset.toLowerCase() === 'utf-8';
}

/**
 * @throws DomainError `validation_error` where the text is not JSON, repeats a key of an object, or is not UTF-8: a name with broken letters would be
 *   stored and printed
 */
function parse(bytes: Buffer): unknown {
  if (!isUtf8(bytes)) {
    throw new DomainError('validation_error', 'O corpo da requisição não está em UTF-8. Converta-o antes de enviar.');
  }
  const text = new TextDecoder().decode(bytes); // without a byte order mark
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
    const where = whereBroken(json);
    const message = `O corpo da requisição não é JSON válido${where === null ? '' : `: ${where}`}.`;
    throw new DomainError('validation_error', message, { cause });
  }
}

/** Where a text stops being JSON, and what is wrong there; null where that is not found, as in a text nested thousands of levels deep. */
function whereBroken(json: string): string | null {
  const places: string[] = [];
  const options = { disallowComments: true, allowTrailingComma: false };
  try {
    visit(
      json,
      {
        onError: (error, _offset, _length, line, character) => {
          if (places.length === 0) places.push(`linha ${line + 1}, coluna ${character + 1}${wrongIn(error)}`);
        },
      },
      options,
    );
  } catch {
    return null; // the parser is recursive: the text nests too deeply
  }
  return places[0] ?? null;
}

function wrongIn(error: ParseErrorCode): string {
  const words = inWords[printParseErrorCode(error)];
  return words === undefined ? '' : `, ${words}`;
}

const inWords: Record<string, string> = {
  InvalidSymbol: 'o texto precisa de aspas duplas',
  PropertyNameExpected: 'falta o nome de um campo, entre aspas duplas, ou há uma vírgula a mais',
  ValueExpected: 'falta um valor',
  ColonExpected: 'faltam dois-pontos depois do nome do campo',
  CommaExpected: 'falta uma vírgula',
  CloseBraceExpected: 'falta fechar com }',
  CloseBracketExpected: 'falta fechar com ]',
  EndOfFileExpected: 'há mais texto depois do fim do JSON',
  InvalidCommentToken: 'JSON não tem comentários',
  UnexpectedEndOfString: 'falta fechar as aspas',
  InvalidUnicode: 'a sequência \\u não tem quatro dígitos hexadecimais',
  InvalidEscapeCharacter: 'depois de \\ há um caractere que não se escapa',
  InvalidCharacter: 'há um caractere de controle',
};

/**
 * Leaves the validator only the one content type that is allowed, or none, because it keeps a compiled schema for each content type that it meets.
 */
function forgetType(req: Request): undefined {
  delete req.headers['content-type'];
}

function missingBody(): DomainError {
  return new DomainError('validation_error', 'Envie o corpo da requisição em JSON.');
}

function wrong(path: string, message: string): DomainError {
  return new DomainError('validation_error', `${path} ${message}.`, { issues: [{ path, message }] });
}

// ESLint forbids control characters in a regular expression literal, where they are mostly accidents; these are meant.
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
