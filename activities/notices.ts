import type { PersonMailInput } from '../domain/conversation/actors.ts';
import { brasiliaDay } from '../domain/fiscal-time.ts';
import { expiryNotice, expiryOf } from '../domain/taxation/rates/ibs-cbs.ts';
import { tellNews } from '../operations/accounts/news/tell-news.ts';
import { acrossCompanies } from '../operations/in-company.ts';
import { dueAtOnce, tellDue } from '../operations/supplier-events.ts';
import { tellExpiring, tellWaiting, noticesAtOnce } from '../operations/waits/tell-notices.ts';
import type { Parts } from './parts.ts';
import { transactAndWake } from './wake.ts';

/**
 * How many portions one round of reconciliation tells of: each is `noticesAtOnce` documents or `dueAtOnce` payables. The next round tells of the
 * rest.
 */
const roundsAtMost = 10;

type NoticeParts = Pick<Parts, 'orm' | 'logger' | 'metrics' | 'now'>;

/** Tells webhooks of what waits: of one document; or of all documents, of certificates that are about to end, and of payables that are due. */
export async function tellNotices(parts: NoticeParts, document?: string): Promise<void> {
  const now = parts.now();
  if (document !== undefined) {
    await tellOnce(parts, now, document);
    return;
  }
  await transactAndWake(parts, (tx) => tellExpiring(tx, now));
  await inRounds(noticesAtOnce, () => tellOnce(parts, now, null));
  await inRounds(dueAtOnce, () => transactAndWake(parts, (tx) => tellDue(tx, now)));
}

/** Repeats `tell` while there may be more. @param tell gives how many it told of: fewer than `atOnce` are the last */
async function inRounds(atOnce: number, tell: () => Promise<number>): Promise<void> {
  for (let round = 0; round < roundsAtMost; round += 1) {
    if ((await tell()) < atOnce) return;
  }
}

/** Tells of one portion in one transaction, and logs each contingency note for which half of its term has passed. */
async function tellOnce(parts: NoticeParts, now: Date, document: string | null): Promise<number> {
  const late: string[] = [];
  const told = await transactAndWake(parts, (tx) => tellWaiting(tx, now, document, (ids) => late.push(...ids)));
  for (const documentId of late) {
    parts.logger.warn('a note of contingency is not transmitted yet, and half of its time has passed', { documentId });
  }
  return told;
}

/**
 * Writes the mails that bring people their news, where a mail server is set. Reconciliation sends what a crash leaves unsent.
 *
 * @returns the mails to be sent
 */
export async function newsForPeople({ orm, mailer, panelUrl, now }: PeopleNoticeParts): Promise<PersonMailInput[]> {
  const written: PersonMailInput[] = [];
  if (!mailer) return written;
  for (let after: string | null = null; ;) {
    const look = { now: now(), address: panelUrl };
    const { mails, last } = await acrossCompanies(orm).transactional((em) => tellNews(em, look, after));
    written.push(...mails.map((mailId) => ({ mailId })));
    if (last === null) return written;
    after = last;
  }
}

type PeopleNoticeParts = Pick<Parts, 'orm' | 'mailer' | 'panelUrl' | 'now'>;

/**
 * Makes a function that looks for the end of the rates of IBS and CBS: while rates are missing or soon will be, it gives the notice, a sentence in
 * Portuguese, and logs it once a day; else it gives null.
 */
export function ratesNotice({ rates, logger, now }: Pick<Parts, 'rates' | 'logger' | 'now'>): () => string | null {
  let loggedOn = '';
  return () => {
    const today = brasiliaDay(now());
    const expiry = expiryOf(rates, today);
    const notice = expiryNotice(expiry);
    if (notice !== null && today !== loggedOn) {
      loggedOn = today;
      const mend = 'once they are published: lavra rates add ibs-cbs, and restart API and workers';
      logger.warn('rates of IBS and CBS are not known for long', { ...expiry, mend });
    }
    return notice;
  };
}
