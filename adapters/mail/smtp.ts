import { types } from 'node:util';
import { createTransport, type NodemailerError, type SendMailOptions } from 'nodemailer';
import { type AddressReply, type Mail, type Mailer, type MailOutcome, messageOf } from './mail.ts';

/** Time limit of one mail, whatever its server does. */
const altogetherMs = 60_000;

/** `smtp:` connects without TLS and requires STARTTLS before anything else, `smtps:` connects with TLS. */
export type SmtpSettings = {
  smtpUrl: string;
  from: string;
  /** Root certificates in PEM that are trusted in place of the system's. */
  ca?: string;
  /** Whether mails go without TLS to a server on the loopback address; true by default. */
  allowsPlainLoopback?: boolean;
  /** How long a server may be silent; 15 seconds by default. */
  stepMs?: number;
  /** Key of the DKIM signature (RFC 6376); without it mails are not signed. */
  dkim?: DkimKey;
};

/** DKIM key of a domain: the domain, the selector of the public key in the DNS, and the private key in PEM. */
export type DkimKey = { domain: string; selector: string; privateKey: string };

/** Connections that are kept open, and how many mails one of them carries. */
const kept = { maxConnections: 10, maxMessages: 100 };

/** Sends mails to an SMTP server. Each has a connection of its own, because hours lie between them. */
export function smtpMailer(settings: SmtpSettings): Mailer {
  const { host, options } = transportOf(settings);
  return mailerOn(createTransport(options), host, settings.from);
}

/** The same for thousands of mails, over connections that are kept open. A mail of which a byte was sent is never sent again by itself. */
export function pooledMailer(settings: SmtpSettings): Mailer & { close(): void } {
  const { host, options } = transportOf(settings);
  const transport = createTransport({ ...options, ...kept, pool: true, maxRequeues: 1 });
  return { ...mailerOn(transport, host, settings.from), close: () => transport.close() };
}

function transportOf({ smtpUrl, ca, allowsPlainLoopback = true, stepMs = 15_000, dkim }: SmtpSettings) {
  const { protocol, hostname, port, username, password } = new URL(smtpUrl);
  const host = hostname.replace(/^\[|\]$/g, '');
  const isPlainAllowed = allowsPlainLoopback && isLoopback(host);
  const options = {
    host,
    ...(port === '' ? {} : { port: Number(port) }),
    secure: protocol === 'smtps:',
    ...(isPlainAllowed ? { ignoreTLS: true } : { requireTLS: true }),
    ...(username === '' ? {} : { auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) } }),
    ...(ca === undefined ? {} : { tls: { ca } }),
    connectionTimeout: stepMs,
    greetingTimeout: stepMs,
    socketTimeout: stepMs,
    dnsTimeout: stepMs,
    disableFileAccess: true,
    disableUrlAccess: true,
    ...(dkim ? { dkim: { domainName: dkim.domain, keySelector: dkim.selector, privateKey: dkim.privateKey } } : {}),
  };
  return { host, options };
}

type Transport = {
  sendMail(message: SendMailOptions): Promise<{ rejected: string[] }>;
  verify(): Promise<unknown>;
};

function mailerOn(transport: Transport, host: string, from: string): Mailer {
  return {
    async send(mail: Mail): Promise<MailOutcome> {
      try {
        const signal = AbortSignal.timeout(altogetherMs);
        const { rejected } = await transport.sendMail({ ...messageOf(mail, from), signal });
        return { kind: 'taken', refused: rejected };
      } catch (error) {
        const address = replyToAddress(error);
        const also = address ? { address } : {};
        return { kind: isRefusal(error) ? 'refused' : 'later', reason: reasonOf(error, host), ...also };
      }
    },
    async check(): Promise<string | null> {
      try {
        await transport.verify();
        return null;
      } catch (error) {
        return reasonOf(error, host);
      }
    },
  };
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127(\.\d{1,3}){3}$/.test(host);
}

/** SMTP commands whose refusal is about the mail, not about the connection or us. */
const aboutTheMail = ['MAIL FROM', 'RCPT TO', 'DATA'];
/** 5xx replies that ask for a login or TLS (RFC 4954 §6, RFC 3207 §4): our settings are wrong, not the mail. */
const aboutTheLogin = [530, 534, 535, 538];

/** Whether a server has refused a mail for good: 5xx to a command about the mail (RFC 5321 §4.2.1). */
function isRefusal(error: unknown): boolean {
  if (!types.isNativeError(error)) return false;
  const { permanent = false, responseCode = 0, command = '' }: NodemailerError = error;
  return permanent && !aboutTheLogin.includes(responseCode) && aboutTheMail.includes(command);
}

/** The server's reply where it is about the address or content of this mail; null for 421, by which the server closes for all mails. */
function replyToAddress(error: unknown): AddressReply | null {
  if (!types.isNativeError(error)) return null;
  const { responseCode = 0, command = '', response = '' }: NodemailerError = error;
  if (responseCode < 400 || responseCode === 421 || !['RCPT TO', 'DATA'].includes(command)) return null;
  return { code: responseCode, response: `${command}: ${oneLine(response)}` };
}

/** Why a mail could not be sent, as a sentence in Portuguese, with the server's words where it said any. */
function reasonOf(error: unknown, host: string): string {
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
