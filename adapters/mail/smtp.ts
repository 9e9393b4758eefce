import { createTransport } from 'nodemailer';
import type { Mail, Mailer, MailOutcome } from './mail.ts';
import { messageOf } from './message.ts';
import { isRefusal, reasonOf } from './reason.ts';

/** Beyond this a mail is not waited for, whatever its server does. */
const altogetherMs = 60_000;

/** `smtp:` begins in the clear and asks for TLS before anything else is said, `smtps:` begins with TLS. */
export type SmtpSettings = {
  smtpUrl: string;
  from: string;
  /** Roots in PEM that are trusted in place of the system's. */
  ca?: string;
  /** Whether a server on this very machine may be spoken to without TLS: so it may unless this says otherwise. */
  allowsPlainLoopback?: boolean;
  /** How long a server may be silent: a quarter of a minute unless it is given. */
  stepMs?: number;
};

/** Hands mails to a mail server. Each goes by a connection of its own: there are few, and hours between them. */
export function smtpMailer({ smtpUrl, from, ca, allowsPlainLoopback = true, stepMs = 15_000 }: SmtpSettings): Mailer {
  const { protocol, hostname, port, username, password } = new URL(smtpUrl);
  const host = hostname.replace(/^\[|\]$/g, '');
  const isPlainAllowed = allowsPlainLoopback && isLoopback(host);
  const transport = createTransport({
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
  });
  return {
    async send(mail: Mail): Promise<MailOutcome> {
      try {
        const signal = AbortSignal.timeout(altogetherMs);
        const { rejected } = await transport.sendMail({ ...messageOf(mail, from), signal });
        return { kind: 'taken', refused: rejected };
      } catch (error) {
        return { kind: isRefusal(error) ? 'refused' : 'later', reason: reasonOf(error, host) };
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
