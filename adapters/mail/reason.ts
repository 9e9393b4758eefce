import { types } from 'node:util';
import type { NodemailerError } from 'nodemailer';

/** The commands that say something of the mail, not of the connection or of us. */
const aboutTheMail = ['MAIL FROM', 'RCPT TO', 'DATA'];
/** Replies of 5xx that ask for a login or TLS (RFC 4954 §6, RFC 3207 §4): our settings are wrong, not the mail. */
const aboutTheLogin = [530, 534, 535, 538];

/** Whether a server has refused a mail for good: a 5xx to what was said of the mail (RFC 5321 §4.2.1). */
export function isRefusal(error: unknown): boolean {
  if (!types.isNativeError(error)) return false;
  const { permanent = false, responseCode = 0, command = '' }: NodemailerError = error;
  return permanent && !aboutTheLogin.includes(responseCode) && aboutTheMail.includes(command);
}

/** Why a mail could not be handed over, as a sentence in Portuguese, with the server's own words where it said any. */
export function reasonOf(error: unknown, host: string): string {
  if (!types.isNativeError(error)) return `O servidor de e-mail ${host} não pôde ser usado: ${String(error)}`;
  const { code, response = '', message }: NodemailerError = error;
  const words = oneLine(response === '' ? message : response);
  if (code === 'EAUTH' || code === 'ENOAUTH') return `O servidor de e-mail ${host} recusou o login: ${words}`;
  if (code === 'ETLS' || code === 'EREQUIRETLS') {
    return `Não houve conexão segura (TLS) com o servidor de e-mail ${host}: ${words}`;
  }
  if (response !== '') return `O servidor de e-mail ${host} respondeu: ${words}`;
  return `O servidor de e-mail ${host} não foi alcançado ou não respondeu: ${words}`;
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim().slice(0, 500);
}
