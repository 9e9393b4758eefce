import type { HttpAnswer } from '../conversation/authority.ts';

/** One error of a refusal, in the authority's words. */
export type SefinError = { code: string; description: string; complement: string | null };
/** The errors of a refusal, at least one. */
export type SefinErrors = readonly [SefinError, ...SefinError[]];

/** A JSON object of an answer, with the names of its fields in lower case: the SEFIN sometimes writes them with a capital. */
export type SefinBody = Readonly<Record<string, unknown>>;

/**
 * The JSON object of an answer.
 *
 * @throws SefinAnswerUnreadable where it is none
 */
export function bodyOf({ status, body }: HttpAnswer): SefinBody {
  let parsed: unknown;
  try {
    parsed = JSON.parse(body);
  } catch (cause) {
    throw new SefinAnswerUnreadable(`HTTP ${status}, que não é JSON`, { cause });
  }
  const object = objectOf(parsed);
  if (!object) throw new SefinAnswerUnreadable(`HTTP ${status}, que não é um objeto JSON`);
  return object;
}

/** The JSON object of an answer; null where it is none, as with a page of the web server in front of the service. */
export function bodyOrNull(answer: HttpAnswer): SefinBody | null {
  try {
    return bodyOf(answer);
  } catch (error) {
    if (error instanceof SefinAnswerUnreadable) return null;
    throw error;
  }
}

/** Text of a field; null where it is absent, empty, or no text. */
export function textIn(body: SefinBody, name: string): string | null {
  const value = body[name.toLowerCase()];
  return typeof value === 'string' ? value.trim() || null : null;
}

/** The objects in a field that has one object or an array of them. */
export function itemsIn(body: SefinBody, name: string): SefinBody[] {
  const value = body[name.toLowerCase()];
  const items: unknown[] = Array.isArray(value) ? value : [value];
  return items.map(objectOf).filter((item) => item !== null);
}

/** The errors in `erro` or `erros`, one object or several; without those whose code the authority could not have given. */
export function errorsIn(body: SefinBody): SefinError[] {
  return [...itemsIn(body, 'erro'), ...itemsIn(body, 'erros')].flatMap((item) => {
    const code = textIn(item, 'codigo');
    if (code === null || !/^[0-9A-Za-z]{1,8}$/.test(code)) return [];
    const description = textIn(item, 'descricao') ?? textIn(item, 'mensagem') ?? '';
    return [{ code, description, complement: textIn(item, 'complemento') }];
  });
}

function objectOf(value: unknown): SefinBody | null {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return null;
  return Object.fromEntries(Object.entries(value).map(([name, of]) => [name.toLowerCase(), of]));
}

/** An answer that does not have the SEFIN's layout: nothing follows from it, and the question has to be asked again. */
export class SefinAnswerUnreadable extends Error {
  readonly code = 'AnswerUnreadable';

  constructor(why: string, options?: ErrorOptions) {
    super(`A resposta da SEFIN Nacional não pôde ser lida: ${why}`, options);
    this.name = 'AnswerUnreadable';
  }
}
