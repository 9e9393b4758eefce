import type { SendMailOptions } from 'nodemailer';

/** One mail, in plain text and in HTML. */
export type Mail = {
  /** Names the mail: sent again, it has the same Message-ID, by which servers drop a repeat. Letters, digits and hyphens. */
  id: string;
  to: string[];
  replyTo: string | null;
  /** Where one request stops mails like this one, for what people may stop: mail programs show a button (RFC 8058). */
  stopUrl?: string;
  subject: string;
  text: string;
  html: string;
};

/**
 * What became of a mail: `taken` by the server, with the addresses that it refused beside others; `refused` for good; or to be tried `later`.
 * Reasons are sentences in Portuguese.
 */
export type MailOutcome =
  | { kind: 'taken'; refused: string[] }
  | { kind: 'refused'; reason: string }
  | { kind: 'later'; reason: string };

/** Hands mails over. Never rejects because of what a server or the network does: that is an outcome. */
export type Mailer = {
  send(mail: Mail): Promise<MailOutcome>;
  /** Whether mails could be handed over now, without sending one: null, or why not, in Portuguese. */
  check(): Promise<string | null>;
};

/** A mail as nodemailer takes it. It writes the headers itself, so that no line break in a name or a subject begins another. */
export function messageOf({ id, to, replyTo, stopUrl, subject, text, html }: Mail, from: string): SendMailOptions {
  return {
    messageId: `<${id}@${domainOf(from)}>`,
    from,
    to: to.map((address) => ({ name: '', address })),
    ...(replyTo === null ? {} : { replyTo: { name: '', address: replyTo } }),
    subject: oneLine(subject),
    text,
    html,
    // No vacation notice shall answer it (RFC 3834 §5).
    headers: { 'Auto-Submitted': 'auto-generated', ...stopHeaders(stopUrl) },
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

/** One press is for https alone (RFC 8058 §3.1); elsewhere the address is still told. */
function stopHeaders(stopUrl: string | undefined): Record<string, string> {
  if (stopUrl === undefined) return {};
  const header = { 'List-Unsubscribe': `<${stopUrl}>` };
  return stopUrl.startsWith('https:') ? { ...header, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' } : header;
}

function domainOf(from: string): string {
  return /@([^\s>]+)>?\s*$/.exec(from)?.[1] ?? 'localhost';
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
