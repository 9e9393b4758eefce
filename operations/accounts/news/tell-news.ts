import { DateTime } from 'luxon';
import type { EntityManager } from '../../../config/orm.ts';
import { newsDays, PersonMail } from '../../../domain/accounts/invitation.entity.ts';
import { SentNews } from '../../../domain/accounts/news.entity.ts';
import { type MailPace, type News, type NewsKind, newsKinds } from '../../../domain/accounts/news.ts';
import { brasiliaDay, brasiliaZone } from '../../../domain/fiscal-time.ts';
import { type NewsRecipient, newsOf } from './news-of.ts';

/** Hour of the day, in Brasília, from which people get their daily mail. */
const digestHour = 8;
/** How many minutes after an urgent mail the next one waits, so that hundreds of stopped notes make one mail. */
const urgentPauseMinutes = 60;
/** Path of the page on which a person stops the mails; the token follows. */
export const stopPath = '/emails/';
/** How many people one transaction writes to. */
const peopleAtOnce = 100;
/** For how many days it is remembered what a person was told of: longer than it can be news. */
const rememberedDays = 400;

type Addressee = { id: string; email: string; name: string; pace: MailPace; muted: NewsKind[]; isDigestDue: boolean };

/**
 * Writes the mails that bring people their news: all of it at the first look after eight o'clock, at other times only what is urgent, for people
 * who want that. Each thing is told to a person once; a person without news gets no mail.
 *
 * @param address of the panel, for the links in the mails
 * @returns ids of the mails, which the caller has to send once this is committed; and the last person that was looked at, null after all
 */
export async function tellNews(
  em: EntityManager,
  { now, address }: { now: Date; address: string },
  after: string | null = null,
): Promise<{ mails: string[]; last: string | null }> {
  // Two rounds at the same time would write the same mails.
  await em.execute(`select pg_advisory_xact_lock(hashtext('news for people'))`);
  const people = await em.execute<Addressee[]>(addressees, addresseeValues(now, after));
  const due = people.filter(({ isDigestDue }) => isDigestDue);
  if (due.length > 0) await em.execute(digestWritten, [brasiliaDay(now), ids(due)]);
  if (due.length > 0) await em.execute(forgotten, [ids(due), now]);
  const fresh = Map.groupBy(await untold(em, people, now), ({ personId }) => personId);
  const told = people.filter(({ id }) => fresh.has(id));
  if (told.length > 0) await em.execute(urgentWritten, [now, ids(told)]);
  const mails = told.map((person) => writeNews(em, person, fresh.get(person.id) ?? [], { now, address }));
  await em.flush();
  return { mails, last: people.length < peopleAtOnce ? null : (people.at(-1)?.id ?? null) };
}

const ids = (people: readonly Addressee[]): string[] => people.map(({ id }) => id);

/** The news that these people get in this round. */
async function untold(em: EntityManager, people: readonly Addressee[], now: Date): Promise<News[]> {
  const wanted = await newsOf(em, people.map(listenerOf), now);
  if (wanted.length === 0) return [];
  const known = await em.find(SentNews, { person: { $in: [...new Set(wanted.map(({ personId }) => personId))] } });
  const keys = new Set(known.map(({ person, thing }) => `${person} ${thing}`));
  return wanted.filter(({ personId, thing }) => !keys.has(`${personId} ${thing}`));
}

function listenerOf({ id: personId, muted, isDigestDue }: Addressee): NewsRecipient {
  return { personId, kinds: unmuted(muted), isUrgentOnly: !isDigestDue };
}

function unmuted(muted: readonly NewsKind[]): NewsKind[] {
  return newsKinds.filter((kind) => !muted.includes(kind));
}

function writeNews(
  em: EntityManager,
  { id: personId, email, name }: Addressee,
  news: readonly News[],
  { now, address }: { now: Date; address: string },
): string {
  const mail = em.create(PersonMail, {
    email,
    matter: { kind: 'NEWS', personId, name },
    address: `${address.replace(/\/+$/, '')}${stopPath}`,
    sealedToken: null,
    expiresAt: new Date(now.getTime() + newsDays * 86_400_000),
    mailStatus: 'PENDING',
  });
  for (const { thing } of news) em.create(SentNews, { person: personId, thing, mail: mail.id, toldAt: now });
  return mail.id;
}

/**
 * The news of a mail that still hold at the moment of sending. Left out is what has been mended, what the person may not see any more or has muted,
 * and everything for a person who is locked out.
 */
export async function standingNews(em: EntityManager, mailId: string, personId: string, now: Date): Promise<News[]> {
  const [person] = await em.execute<{ muted: NewsKind[] }[]>(stillWanting, [personId]);
  if (!person) return [];
  const told = new Set((await em.find(SentNews, { mail: mailId })).map(({ thing }) => thing));
  const news = await newsOf(em, [{ personId, kinds: unmuted(person.muted), isUrgentOnly: false }], now);
  return news.filter(({ thing }) => told.has(thing));
}

const chosen = `from reachable_people() p left join mail_choice c on c.person_id = p.id`;

function addresseeValues(now: Date, after: string | null): unknown[] {
  const isTime = DateTime.fromJSDate(now, { zone: brasiliaZone }).hour >= digestHour;
  return [isTime, brasiliaDay(now), now, after, after, peopleAtOnce];
}

const addressees = `
  select p.*, coalesce(c.pace, 'AT_ONCE') as pace, coalesce(c.muted, '{}') as muted, due.is_due as "isDigestDue"
  ${chosen} cross join lateral (select ?::boolean and coalesce(c.digest_on < ?::date, true) as is_due) due
  where coalesce(c.pace, 'AT_ONCE') <> 'NEVER' and (due.is_due or coalesce(c.pace, 'AT_ONCE') = 'AT_ONCE'
      and coalesce(c.urgent_at <= ?::timestamptz - interval '${urgentPauseMinutes} minutes', true))
    and (?::uuid is null or p.id > ?::uuid)
  order by p.id limit ?`;

const digestWritten = `
  insert into mail_choice (person_id, muted, digest_on) select id, '{}', ?::date from unnest(array[?]::uuid[]) as t(id)
  on conflict (person_id) do update set digest_on = excluded.digest_on`;

const urgentWritten = `
  insert into mail_choice (person_id, muted, urgent_at) select id, '{}', ?::timestamptz from unnest(array[?]::uuid[]) as t(id)
  on conflict (person_id) do update set urgent_at = excluded.urgent_at`;

const forgotten = `delete from told_news where person_id in (?) and told_at < ?::timestamptz - interval '${rememberedDays} days'`;

const stillWanting = `select coalesce(c.muted, '{}') as muted ${chosen} where p.id = ? and coalesce(c.pace, 'AT_ONCE') <> 'NEVER'`;
