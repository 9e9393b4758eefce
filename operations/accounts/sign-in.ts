import { createHash } from 'node:crypto';
import pLimit from 'p-limit';
import type { EntityManager, Orm } from '../../config/orm.ts';
import { hashLinkToken, looksLikeLinkToken, newLinkToken } from '../../domain/access/key.ts';
import { passwordLength, weaknessOf } from '../../domain/accounts/password-strength.ts';
import { hashPassword, isPassword } from '../../domain/accounts/password.ts';
import { Person } from '../../domain/accounts/person.entity.ts';
import { idleHours, PanelSession, PersonToken, sessionDays } from '../../domain/accounts/session.entity.ts';
import { DomainError } from '../../domain/errors.ts';
import { record } from '../audit/record.ts';
import { inPanel } from '../in-company.ts';

/** Where somebody signs in from: the network of the address (`networkOf`), and what the browser calls itself. */
export type SignInPlace = { network: string; agent: string };

/** Each takes 19 MiB and some 100 ms of a core: two at once leave the process room for its pages. */
const atMostTwo = pLimit(2);

/** Of whoever is not known, so that an answer takes as long as for who is. */
const nobodysHash = hashPassword(newLinkToken());

/** Nobody is signed in: why, as the page says it. */
export class SignInRefused extends Error {
  /** Seconds to wait where too much was tried; 0 where address or password is wrong. */
  readonly waitSeconds: number;

  constructor(waitSeconds: number) {
    super(
      waitSeconds === 0
        ? 'E-mail ou senha não conferem.'
        : `Muitas tentativas em pouco tempo. Aguarde ${waitSeconds} segundos e tente de novo.`,
    );
    this.name = 'SignInRefused';
    this.waitSeconds = waitSeconds;
  }
}

/**
 * Opens a session for who knows a password. What is unknown and what is wrong are told alike, and take as long.
 *
 * @returns the session's secret, for the cookie
 * @throws SignInRefused also where an account or a network tried too often
 */
export async function signIn(
  orm: Orm,
  { email, password }: { email: string; password: string },
  place: SignInPlace,
): Promise<string> {
  const address = email.trim().toLowerCase();
  await spendAttempts(orm, address, place.network);
  const person = await inPanel(orm, (em) => em.findOne(Person, { email: address, status: 'ACTIVE' }));
  const hash = person?.passwordHash ?? (await nobodysHash);
  const isRight = await atMostTwo(() => isPassword(password.slice(0, passwordLength.most * 2), hash));
  if (!person?.passwordHash || !isRight) throw new SignInRefused(0);
  return inPanel(orm, (em) => openSession(em, person, place));
}

/** Whose link it is by which a password is chosen; null where it is unknown, used or expired. Looking changes nothing. */
export async function openPersonLink(orm: Orm, token: string): Promise<Pick<Person, 'name' | 'email'> | null> {
  const found = await inPanel(orm, (em) => findLink(em, token));
  return found && { name: found.person.name, email: found.person.email };
}

/**
 * Sets the password that a person chose by her link, ends her other sessions and signs her in.
 *
 * @throws DomainError `invalid_link`; `validation_error` for a weak password
 */
export async function choosePassword(orm: Orm, token: string, password: string, place: SignInPlace): Promise<string> {
  const known = await openPersonLink(orm, token);
  if (!known) throw linkEnded();
  const weakness = weaknessOf(password, known);
  if (weakness) throw new DomainError('validation_error', weakness);
  const passwordHash = await atMostTwo(() => hashPassword(password));
  return inPanel(orm, async (em) => {
    const found = await findLink(em, token);
    const used =
      found && (await em.nativeUpdate(PersonToken, { id: found.token.id, usedAt: null }, { usedAt: new Date() }));
    if (!found || used !== 1) throw linkEnded();
    found.person.passwordHash = passwordHash;
    const { id, name } = found.person;
    await em.nativeDelete(PanelSession, { person: id });
    const actor = { kind: 'PERSON', id, name, office: null } as const;
    record(em, actor, { action: 'PERSON_PASSWORD_CHOSEN', subject: id });
    return openSession(em, found.person, place);
  });
}

function linkEnded(): DomainError {
  const message = 'Este link já foi usado ou venceu. Peça outro a quem administra o Lavra.';
  return new DomainError('invalid_link', message);
}

async function findLink(em: EntityManager, secret: string): Promise<{ token: PersonToken; person: Person } | null> {
  if (!looksLikeLinkToken(secret)) return null;
  const token = await em.findOne(PersonToken, { tokenHash: hashLinkToken(secret), usedAt: null });
  if (!token || token.expiresAt <= new Date()) return null;
  const person = await em.findOne(Person, { id: token.person, status: 'ACTIVE' });
  return person && { token, person };
}

async function openSession(
  em: EntityManager,
  { id: person }: Person,
  { network, agent }: SignInPlace,
): Promise<string> {
  const secret = newLinkToken();
  const now = new Date();
  const idleSince = new Date(now.getTime() - idleHours * 3_600_000);
  await em.nativeDelete(PanelSession, { person, $or: [{ endsAt: { $lt: now } }, { lastSeenAt: { $lt: idleSince } }] });
  em.create(PanelSession, {
    person,
    tokenHash: hashLinkToken(secret),
    lastSeenAt: now,
    endsAt: new Date(now.getTime() + sessionDays * 86_400_000),
    network,
    agent: agent.slice(0, 200),
  });
  await em.flush();
  return secret;
}

/** So many tries at once, and one more after so many seconds. */
const ofAccount = { burst: 5, refillSeconds: 60 };
const ofNetwork = { burst: 30, refillSeconds: 10 };

async function spendAttempts(orm: Orm, address: string, network: string): Promise<void> {
  const waits = await Promise.all([
    spend(orm, `account ${address}`, ofAccount),
    spend(orm, `network ${network}`, ofNetwork),
  ]);
  const waitSeconds = Math.max(...waits);
  if (waitSeconds > 0) throw new SignInRefused(waitSeconds);
}

/** Seconds until there is a try again; 0 where one was taken. */
async function spend(orm: Orm, of: string, { burst, refillSeconds }: typeof ofAccount): Promise<number> {
  const key = createHash('sha256').update(of).digest('hex');
  const [row] = await orm.em
    .fork()
    .execute<{ wait: number }[]>('select spend_sign_in(?, ?, ?) as wait', [key, burst, refillSeconds]);
  return Math.ceil(row?.wait ?? 0);
}
