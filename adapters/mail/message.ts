import type { SendMailOptions } from 'nodemailer';
import type { Mail } from './mail.ts';

/** A mail as nodemailer takes it. It writes the headers itself, so that no line break in a name or a subject begins another. */
export function messageOf({ id, to, replyTo, subject, text, html }: Mail, from: string): SendMailOptions {
  return {
    messageId: `<${id}@${domainOf(from)}>`,
    from,
    to: to.map((address) => ({ name: '', address })),
    ...(replyTo === null ? {} : { replyTo: { name: '', address: replyTo } }),
    subject: oneLine(subject),
    text,
    html,
    // No vacation notice shall answer it (RFC 3834 §5).
    headers: { 'Auto-Submitted': 'auto-generated' },
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

function domainOf(from: string): string {
  return /@([^\s>]+)>?\s*$/.exec(from)?.[1] ?? 'localhost';
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
