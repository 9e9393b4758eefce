import type { SendMailOptions } from 'nodemailer';

/** One mail, in plain text and in HTML. */
export type Mail = {
  /** Id of the mail: a repeat has the same Message-ID, by which servers drop it. Letters, digits and hyphens. */
  id: string;
  to: string[];
  /** Envelope sender, to which servers report failures; the sender's address by default. */
  returnPath?: string;
  replyTo: string | null;
  /** For mails that people may unsubscribe from: a POST to this URL stops them, and mail programs show a button (RFC 8058). */
  stopUrl?: string;
  /** Display name of the sender in place of the installation's; the address stays. */
  fromName?: string;
  subject: string;
  text: string;
  html: string;
  /** Attachments; one with a `cid` is shown in the HTML as `cid:<cid>`. */
  files?: readonly MailFile[];
};

export type MailFile = { name: string; type: string; content: string | Buffer; cid?: string };

/** A server's answer that is about the mail's address or content: the three-digit code and its words. */
export type AddressReply = { code: number; response: string };

/**
 * What became of a mail: `taken` by the server, with the addresses that it refused; `refused` for good; or to be tried `later`. `address` is the
 * server's reply where that was about the mail's address or content; absent for any other reason. Reasons are sentences in Portuguese.
 */
export type MailOutcome =
  | { kind: 'taken'; refused: string[] }
  | { kind: 'refused'; reason: string; address?: AddressReply }
  | { kind: 'later'; reason: string; address?: AddressReply };

/** Sends mails. Never rejects for what a server or the network does: that is a MailOutcome. */
export type Mailer = {
  send(mail: Mail): Promise<MailOutcome>;
  /** Whether mails could be sent now, without sending one: null, or why not, in Portuguese. */
  check(): Promise<string | null>;
};

/** A mail as nodemailer takes it. Nodemailer writes the headers, so that a line break in a name or subject cannot begin another header. */
export function messageOf(mail: Mail, from: string): SendMailOptions {
  const { id, to, returnPath, replyTo, stopUrl, fromName, subject, text, html, files = [] } = mail;
  return {
    messageId: `<${id}@${domainOf(from)}>`,
    from: fromName === undefined ? from : { name: oneLine(fromName), address: addressOf(from) },
    to: to.map((address) => ({ name: '', address })),
    ...(returnPath === undefined ? {} : { envelope: { from: returnPath, to }, ...reportedOn(id) }),
    ...(replyTo === null ? {} : { replyTo: { name: '', address: replyTo } }),
    subject: oneLine(subject),
    text,
    html,
    ...(files.length > 0 ? { attachments: files.map(attachmentOf) } : {}),
    // keeps vacation notices from answering (RFC 3834 §5)
    headers: { 'Auto-Submitted': 'auto-generated', ...stopHeaders(stopUrl) },
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

/** Asks servers that know DSN (RFC 3461) to report failures only, and to return no more than the headers, because a note is private. */
function reportedOn(id: string): Pick<SendMailOptions, 'dsn'> {
  return { dsn: { id, return: 'headers', notify: ['failure'] } };
}

/** Headers for unsubscribing. The one-click form is for https only (RFC 8058 §3.1); without https the address alone is given. */
function stopHeaders(stopUrl: string | undefined): Record<string, string> {
  if (stopUrl === undefined) return {};
  const header = { 'List-Unsubscribe': `<${stopUrl}>` };
  return stopUrl.startsWith('https:') ? { ...header, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' } : header;
}

function attachmentOf({ name, type, content, cid }: MailFile): NonNullable<SendMailOptions['attachments']>[number] {
  return {
    filename: name,
    contentType: type,
    content,
    ...(cid === undefined ? {} : { cid, contentDisposition: 'inline' }),
  };
}

/** The bare address in `Lavra <lavra@example.com>`. */
function addressOf(from: string): string {
  return /<([^<>\s]+)>\s*$/.exec(from)?.[1] ?? from.trim();
}

function domainOf(from: string): string {
  return /@([^\s>]+)>?\s*$/.exec(from)?.[1] ?? 'localhost';
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
