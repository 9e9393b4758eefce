import { gunzipSync, gzipSync } from 'node:zlib';
import type { HttpAnswer } from '../conversation/authority.ts';
import type { Alert } from '../documents/document.entity.ts';
import { nfseKeyPattern } from '../nfse-key.ts';
import { NfseUnreadable } from '../nfse/document.ts';
import { readNfseEvent } from '../nfse/events.ts';
import { type NfseFacts, readNfse } from '../nfse/read-nfse.ts';
import { SefinAnswerUnreadable, type SefinBody, bodyOf, errorsIn, itemsIn, type SefinErrors, textIn } from './body.ts';
import { tooMany } from './outcomes.ts';

/** The errors with which the SEFIN refuses a request. */
export type SefinRefusal = { kind: 'refused'; errors: SefinErrors };
export type SefinNotFound = { kind: 'notFound' };

/** A DPS that became an NFS-e. The caller compares whether the NFS-e is that of its own DPS. */
export type IssuedNfse = { kind: 'issued'; nfseXml: string; facts: NfseFacts; alerts: Alert[] };

/** An NFS-e as the authority holds it. */
export type NfseAtAuthority = { kind: 'found'; nfseXml: string; facts: NfseFacts };

/**
 * Reads the answer to a DPS (POST /nfse).
 *
 * @throws SefinAnswerUnreadable
 */
export function readIssuedNfse(answer: HttpAnswer): IssuedNfse | SefinRefusal {
  const body = answered(answer);
  if (!isSuccess(answer)) return refusedIn(answer, body);
  const { nfseXml, facts } = nfseIn(body);
  const dpsId = textIn(body, 'idDps') ?? facts.dps.id;
  if (dpsId !== facts.dps.id) throw new SefinAnswerUnreadable(`idDps é ${dpsId}, e a NFS-e é de ${facts.dps.id}`);
  return { kind: 'issued', nfseXml, facts, alerts: alertsIn(body) };
}

/**
 * Reads the answer to the question for a DPS (GET /dps/{id}). With status 404 any JSON object means that there is no NFS-e of it: if that were wrong,
 * the same DPS sent again would be answered with E0014.
 *
 * @throws SefinAnswerUnreadable
 */
export function readDpsAnswer(answer: HttpAnswer): { kind: 'found'; accessKey: string } | SefinNotFound | SefinRefusal {
  const body = answered(answer);
  if (isSuccess(answer)) return { kind: 'found', accessKey: keyIn(body) };
  return answer.status === 404 ? { kind: 'notFound' } : refusedIn(answer, body);
}

/**
 * Reads the answer to the question for an NFS-e (GET /nfse/{key}).
 *
 * @throws SefinAnswerUnreadable
 */
export function readNfseAnswer(answer: HttpAnswer): NfseAtAuthority | SefinNotFound | SefinRefusal {
  const body = answered(answer);
  if (!isSuccess(answer)) return notFoundIn(answer, body) ?? refusedIn(answer, body);
  return { kind: 'found', ...nfseIn(body) };
}

/**
 * Reads the answer to a request for an event (POST /nfse/{key}/eventos).
 *
 * @throws SefinAnswerUnreadable
 */
export function readEventRegistered(answer: HttpAnswer): { kind: 'registered'; eventXml: string } | SefinRefusal {
  const body = answered(answer);
  if (!isSuccess(answer)) return refusedIn(answer, body);
  return { kind: 'registered', eventXml: eventOf(unpack(required(body, 'eventoXmlGZipB64'))) };
}

/**
 * Reads the answer to the question for an event (GET /nfse/{key}/eventos/{type}/{sequence}); where there is none, its body is an empty object.
 *
 * @throws SefinAnswerUnreadable
 */
export function readEventAnswer(
  answer: HttpAnswer,
): { kind: 'found'; eventXml: string } | SefinNotFound | SefinRefusal {
  const body = answered(answer);
  if (answer.status === 404 && Object.keys(body).length === 0) return { kind: 'notFound' };
  if (!isSuccess(answer)) return notFoundIn(answer, body) ?? refusedIn(answer, body);
  const [event] = itemsIn(body, 'eventos');
  if (!event) throw new SefinAnswerUnreadable('falta o evento em eventos');
  return { kind: 'found', eventXml: eventOf(unpack(twicePacked(required(event, 'arquivoXml')))) };
}

function isSuccess({ status }: HttpAnswer): boolean {
  return status >= 200 && status < 300;
}

/** The body of an answer. 429 is answered by a server in front of the SEFIN, with a page or nothing: it gets a body with that code. */
function answered(answer: HttpAnswer): SefinBody {
  if (String(answer.status) !== tooMany) return bodyOf(answer);
  return { erro: { codigo: tooMany, descricao: 'muitas requisições em pouco tempo' } };
}

function refusedIn({ status }: HttpAnswer, body: SefinBody): SefinRefusal {
  const [first, ...others] = errorsIn(body);
  if (!first) throw new SefinAnswerUnreadable(`HTTP ${status} sem código de erro`);
  return { kind: 'refused', errors: [first, ...others] };
}

/** `notFound` where the SEFIN itself answers 404 with an error; null for other answers, and for the 404 of a path that does not exist. */
function notFoundIn({ status }: HttpAnswer, body: SefinBody): SefinNotFound | null {
  return status === 404 && itemsIn(body, 'erro').length > 0 ? { kind: 'notFound' } : null;
}

function required(body: SefinBody, name: string): string {
  const text = textIn(body, name);
  if (text === null) throw new SefinAnswerUnreadable(`falta ${name}`);
  return text;
}

function keyIn(body: SefinBody): string {
  const key = required(body, 'chaveAcesso');
  if (!nfseKeyPattern.test(key)) throw new SefinAnswerUnreadable(`chaveAcesso "${key.slice(0, 60)}"`);
  return key;
}

function nfseIn(body: SefinBody): { nfseXml: string; facts: NfseFacts } {
  const accessKey = keyIn(body);
  const nfseXml = unpack(required(body, 'nfseXmlGZipB64'));
  const facts = readable(() => readNfse(nfseXml));
  if (facts.accessKey !== accessKey) {
    throw new SefinAnswerUnreadable(`chaveAcesso é ${accessKey}, e a NFS-e é ${facts.accessKey}`);
  }
  return { nfseXml, facts };
}

function eventOf(xml: string): string {
  return readable(() => readNfseEvent(xml)).xml;
}

function readable<Read>(read: () => Read): Read {
  try {
    return read();
  } catch (cause) {
    if (cause instanceof NfseUnreadable) throw new SefinAnswerUnreadable(cause.message, { cause });
    throw cause;
  }
}

/** The document, in base64 once: in its answer about an event, the SEFIN encodes it twice (seen in September 2026). */
function twicePacked(text: string): string {
  const bytes = decoded(text);
  const isGzip = bytes[0] === 0x1f && bytes[1] === 0x8b;
  return isGzip ? text : bytes.toString('latin1');
}

function alertsIn(body: SefinBody): Alert[] {
  return itemsIn(body, 'alertas').map((item) => {
    const words = [textIn(item, 'descricao') ?? textIn(item, 'mensagem'), textIn(item, 'complemento')];
    return { code: textIn(item, 'codigo') ?? '', message: words.filter((each) => each !== null).join('. ') };
  });
}

/** The most bytes of an unpacked document: far more than any document of the system has. */
const largest = 4 * 1024 * 1024;

/** A document as messages have it: UTF-8, in gzip, in base64. */
export function pack(xml: string): string {
  return gzipSync(xml).toString('base64');
}

/**
 * The unpacked text of a field: at most 4 MiB of UTF-8. It is not read as XML yet.
 *
 * @throws SefinAnswerUnreadable
 */
export function unpack(base64: string): string {
  return inflated(decoded(base64));
}

/**
 * The bytes of a base64 text.
 *
 * @throws SefinAnswerUnreadable
 */
function decoded(base64: string): Buffer {
  const text = base64.replace(/\s/g, '');
  if (text === '' || text.length % 4 !== 0 || !/^[A-Za-z0-9+/]+={0,2}$/.test(text)) {
    throw new SefinAnswerUnreadable('o documento não está em base64');
  }
  return Buffer.from(text, 'base64');
}

function inflated(bytes: Buffer): string {
  let xml: Buffer;
  try {
    xml = gunzipSync(bytes, { maxOutputLength: largest });
  } catch (cause) {
    throw new SefinAnswerUnreadable('o documento compactado está incompleto, corrompido ou é grande demais', { cause });
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(xml);
  } catch (cause) {
    throw new SefinAnswerUnreadable('o documento não está em UTF-8', { cause });
  }
}
