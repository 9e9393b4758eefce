import type { EntityManager, Orm } from '../../../config/orm.ts';
import { MailChoice } from '../../../domain/accounts/news.entity.ts';
import { type MailPace, type NewsKind, newsKinds } from '../../../domain/accounts/news.ts';
import { Person } from '../../../domain/accounts/person.entity.ts';
import { record } from '../../audit/record.ts';
import { inPanel } from '../../in-company.ts';
import { actorOfPerson, type SignedIn } from '../sessions.ts';

/** Which news a person gets by mail, and how soon. */
export type ChosenMails = { pace: MailPace; kinds: NewsKind[] };

/** What a person has chosen; without a choice, all kinds at once. */
export function chosenMails(orm: Orm, personId: string): Promise<ChosenMails> {
  return inPanel(orm, async (em) => {
    const known = await em.findOne(MailChoice, { person: personId });
    return { pace: known?.pace ?? 'AT_ONCE', kinds: newsKinds.filter((kind) => !known?.muted.includes(kind)) };
  });
}

/** Changes which news a person gets by mail. */
export function chooseMails(orm: Orm, who: SignedIn, { pace, kinds }: ChosenMails): Promise<void> {
  return inPanel(orm, async (em) => {
    await write(em, who.personId, { pace, muted: newsKinds.filter((kind) => !kinds.includes(kind)) });
    const { personId: subject } = who;
    record(em, actorOfPerson(who), { action: 'PERSON_MAILS_CHOSEN', subject, details: { pace, kinds } });
  });
}

/** Stops all mails to a person, who pressed the link in one of them. Does nothing for an unknown person. */
export function stopMails(orm: Orm, personId: string): Promise<void> {
  return inPanel(orm, async (em) => {
    const person = await em.findOne(Person, { id: personId });
    if (!person) return;
    const known = await em.findOne(MailChoice, { person: personId });
    if (known?.pace === 'NEVER') return;
    await write(em, personId, { pace: 'NEVER', muted: known?.muted ?? [] });
    const { id: subject, name } = person;
    const actor = actorOfPerson({ personId, name });
    record(em, actor, { action: 'PERSON_MAILS_CHOSEN', subject, details: { pace: 'NEVER', byLink: true } });
  });
}

async function write(em: EntityManager, person: string, choice: Pick<MailChoice, 'pace' | 'muted'>): Promise<void> {
  await em.upsert(
    MailChoice,
    { person, ...choice },
    { onConflictFields: ['person'], onConflictMergeFields: ['pace', 'muted'] },
  );
}
