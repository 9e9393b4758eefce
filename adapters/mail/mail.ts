/** One mail, in plain text and in HTML. */
export type Mail = {
  /** Names the mail: sent again, it has the same Message-ID, by which servers drop a repeat. Letters, digits and hyphens. */
  id: string;
  to: string[];
  replyTo: string | null;
  subject: string;
  text: string;
  html: string;
};

/**
 * What became of a mail: `taken` by the server, with the addresses that it refused beside others; `refused` for good; or to be tried `later`.
 * Reasons are sentences in Portuguese.
 */
export type MailOutcome =
  { kind: 'taken'; refused: string[] } | { kind: 'refused'; reason: string } | { kind: 'later'; reason: string };

/** Hands mails over. Never rejects because of what a server or the network does: that is an outcome. */
export type Mailer = {
  send(mail: Mail): Promise<MailOutcome>;
  /** Whether mails could be handed over now, without sending one: null, or why not, in Portuguese. */
  check(): Promise<string | null>;
};
