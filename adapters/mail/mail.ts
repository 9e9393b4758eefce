import type { SendMailOptions } from 'nodemailer';

/** One mail, in plain text and in HTML. */
export type Mail = {
  /** Names the mail: sent again, it has the same Message-ID, by which servers drop a repeat. Letters, digits and hyphens. */
  id: string;
  to: string[];
  /** To which address servers report that it could not be delivered; that of the sender unless it is said. */
  returnPath?: string;
  replyTo: string | null;
  /** Where one request stops mails like this one, for what people may stop: mail programs show a button (RFC 8058). */
  stopUrl?: string;
  /** The name that it is from, in place of the installation's; the address stays. */
  fromName?: string;
  subject: string;
  text: string;
  html: string;
  /** Files beside the text; one with a `cid` is shown in the HTML as `cid:<cid>`. */
  files?: readonly MailFile[];
};

export type MailFile = { name: string; type: string; content: string | Buffer; cid?: string };

/** What a server answered to a mail's address, where that decided: the code of three digits and its whole words. */
export type AddressReply = { code: number; response: string };

/**
 * What became of a mail: `taken` by the server, with the addresses that it refused beside others; `refused` for good; or to be tried `later`, where
 * `address` says that it was put off for its address or its content, and not because the server cannot be used. Reasons are sentences in Portuguese.
 */
export type MailOutcome =
  | { kind: 'taken'; refused: string[] }
  | { kind: 'refused'; reason: string; address?: AddressReply }
  | { kind: 'later'; reason: string; address?: AddressReply };

/** Hands mails over. Never rejects because of what a server or the network does: that is an outcome. */
export type Mailer = {
  send(mail: Mail): Promise<MailOutcome>;
  /** Whether mails could be handed over now, without sending one: null, or why not, in Portuguese. */
  check(): Promise<string | null>;
};

/** A mail as nodemailer takes it. It writes the headers itself, so that no line break in a name or a subject begins another. */
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
    // No vacation notice shall answer it (RFC 3834 §5).
    headers: { 'Auto-Submitted': 'auto-generated', ...stopHeaders(stopUrl) },
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

/** Servers that can (RFC 3461) report failures alone, and return no more than the headers: a note is nobody else's to read. */
function reportedOn(id: string): Pick<SendMailOptions, 'dsn'> {
  return { dsn: { id, return: 'headers', notify: ['failure'] } };
}

/** One press is for https alone (RFC 8058 §3.1); elsewhere the address is still told. */
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

/** The address alone of `Lavra <lavra@example.com>`. */
function addressOf(from: string): string {
  return /<([^<>\s]+)>\s*$/.exec(from)?.[1] ?? from.trim();
}

function domainOf(from: string): string {
  return /@([^\s>]+)>?\s*$/.exec(from)?.[1] ?? 'localhost';
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
