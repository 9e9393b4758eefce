import { child, optionalText, readXml, textOf, type XmlElement, type XmlLimits } from '../xml/reader.ts';
import { namespaceOf, type SefazService, wrapperOf } from './endpoints.ts';

const soap12 = 'http://www.w3.org/2003/05/soap-envelope';

/** SOAP 1.2 request to a service; it contains the message byte for byte. */
export function envelope(service: SefazService, message: string): string {
  const [wrapper, namespace] = [wrapperOf(service), `xmlns="${namespaceOf(service)}"`];
  const content = wrapper
    ? `<${wrapper} ${namespace}><nfeDadosMsg>${message}</nfeDadosMsg></${wrapper}>`
    : `<nfeDadosMsg ${namespace}>${message}</nfeDadosMsg>`;
  return (
    '<?xml version="1.0" encoding="UTF-8"?>' +
    `<soap12:Envelope xmlns:soap12="${soap12}"><soap12:Body>${content}</soap12:Body></soap12:Envelope>`
  );
}

/**
 * The authority's message inside a SOAP answer, cut out as it came.
 *
 * @throws SoapFault
 * @throws SefazAnswerUnreadable where there is no envelope or nothing in it
 */
export function openEnvelope(text: string, limits?: XmlLimits): string {
  const body = bodyOf(text, limits);
  const fault = child(body, 'Fault');
  if (fault) throw faultOf(fault);
  const message = messageIn(body);
  if (!message) throw new SefazAnswerUnreadable('o envelope está vazio');
  return text.slice(message.start, message.end);
}

function bodyOf(text: string, limits?: XmlLimits): XmlElement {
  let root: XmlElement;
  try {
    root = readXml(text, limits);
  } catch (cause) {
    throw new SefazAnswerUnreadable('não é XML', { cause });
  }
  const body = root.name === 'Envelope' ? child(root, 'Body') : undefined;
  if (!body) throw new SefazAnswerUnreadable('não é um envelope SOAP');
  return body;
}

/** The message in a body. Its wrappers differ by service and authorizer; every message of the authority is called `ret...` (MOC 7.0, annex I). */
function messageIn(element: XmlElement): XmlElement | undefined {
  if (/^ret[A-Z]/.test(element.name)) return element;
  for (const inner of element.children) {
    const message = messageIn(inner);
    if (message) return message;
  }
  return undefined;
}

function faultOf(fault: XmlElement): SoapFault {
  const code = textOf(fault, 'Code', 'Value') ?? textOf(fault, 'faultcode') ?? '';
  const reason = textOf(fault, 'Reason', 'Text') ?? textOf(fault, 'faultstring') ?? '';
  return new SoapFault(code.trim().replace(/^.*:/, ''), reason.trim());
}

/** An error of the authority's SOAP stack, which refused the envelope before its application saw the message. */
export class SoapFault extends Error {
  readonly code = 'SoapFault';
  /** SOAP's own code (`Sender`, `Receiver`, `Client`, ...), without prefix. */
  readonly faultCode: string;
  readonly reason: string;

  constructor(faultCode: string, reason: string) {
    super(`O serviço da SEFAZ devolveu um erro de SOAP (${faultCode}): ${reason}`);
    this.name = 'SoapFault';
    this.faultCode = faultCode;
    this.reason = reason;
  }
}

/** An answer that does not have the authority's layout: nothing follows from it, and the question has to be asked again. */
export class SefazAnswerUnreadable extends Error {
  readonly code = 'AnswerUnreadable';

  constructor(why: string, options?: ErrorOptions) {
    super(`A resposta da SEFAZ não pôde ser lida: ${why}`, options);
    this.name = 'AnswerUnreadable';
  }
}

/** The status of every answer: a code of three or four digits, and its text. */
export type AnswerStatus = { cStat: string; xMotivo: string };

/**
 * The root of an answer; it must have this name.
 *
 * @throws SefazAnswerUnreadable
 */
export function answerRoot(raw: string, name: string, limits?: XmlLimits): XmlElement {
  let root: XmlElement;
  try {
    root = readXml(raw, limits);
  } catch (cause) {
    throw new SefazAnswerUnreadable('não é XML', { cause });
  }
  if (root.name !== name) throw new SefazAnswerUnreadable(`esperava ${name}, veio ${root.name}`);
  return root;
}

/**
 * Text of a required field.
 *
 * @throws SefazAnswerUnreadable where it is missing or empty
 */
export function required(element: XmlElement, name: string): string {
  const text = textOf(element, name)?.trim();
  if (!text) throw new SefazAnswerUnreadable(`falta ${name} em ${element.name}`);
  return text;
}

/** cStat and xMotivo; xMotivo may be missing, cStat may not. */
export function statusIn(element: XmlElement): AnswerStatus {
  const cStat = required(element, 'cStat');
  if (!/^[0-9]{3,4}$/.test(cStat)) throw new SefazAnswerUnreadable(`cStat "${cStat}"`);
  return { cStat, xMotivo: optionalText(element, 'xMotivo') ?? '' };
}

/** The element as it came. It becomes a part of another document, so its name must not use a prefix that is declared outside it. */
export function rawOf(source: string, element: XmlElement): string {
  if (!source.startsWith(`<${element.name}`, element.start))
    throw new SefazAnswerUnreadable(`${element.name} com prefixo`);
  return source.slice(element.start, element.end);
}
