import { UniqueConstraintViolationException } from '@mikro-orm/core';
import type { EntityManager, Orm } from '../../config/orm.ts';
import { PersonIdentity } from '../../domain/accounts/identity.entity.ts';
import type { IdentityProvider, VouchedPerson } from '../../domain/accounts/identity-provider.ts';
import { Person } from '../../domain/accounts/person.entity.ts';
import { PanelSession, type ProviderStanding } from '../../domain/accounts/session.entity.ts';
import { record } from '../audit/record.ts';
import { besidesReading, inPanel } from '../in-company.ts';
import { acceptVouched } from './accept-invitation.ts';
import { SignInRefused } from './attempts.ts';
import { openPanelSession, type SignInPlace } from './open-session.ts';
import { hasSecondFactor } from './own-factors.ts';
import { openHalfSession } from './second-factor.ts';
import { actorOfPerson } from './sessions.ts';
import type { SignInResult } from './sign-in.ts';

/** The terms by which the provider's people come in. */
type Terms = Pick<IdentityProvider, 'domains' | 'secondFactors'>;

/**
 * Signs in a person for whom the provider vouches: by the identity there or, the first time, by an address that the provider confirms. A second
 * factor of ours is asked for, unless the provider's counts.
 *
 * @param invitation token of the link that the person came by, if any: a new person joins by it
 * @throws SignInRefused where the person has no access; the message is for the person
 */
export function signInVouched(
  orm: Orm,
  terms: Terms,
  vouched: VouchedPerson,
  { invitation, ...place }: SignInPlace & { invitation: string | null },
): Promise<SignInResult & { hasJoined: boolean }> {
  return besidesReading(async () => {
    const email = ownAddress(terms, vouched);
    const known = await inPanel(orm, (em) => whoIs(em, vouched, email));
    if (known === null && invitation !== null) {
      const name = vouched.name?.trim().slice(0, 120) || email;
      await acceptVouched(orm, invitation, { email, name });
    }
    return inPanel(orm, async (em) => {
      const person = await whoIs(em, vouched, email);
      if (person === null) throw unknown(email);
      await keepIdentity(em, person, vouched);
      const entered = await enter(em, person, { place, isVouched: vouchesFactor(terms, vouched) });
      return { ...entered, hasJoined: known === null };
    });
  });
}

/** Marks a session as confirmed: its person proved the identity again, at the provider. @throws SignInRefused for another person */
export function confirmVouched(
  orm: Orm,
  terms: Terms,
  vouched: VouchedPerson,
  { personId: person, sessionId: id }: { personId: string; sessionId: string },
): Promise<void> {
  return besidesReading(async () => {
    ownAddress(terms, vouched);
    const { issuer, subject } = vouched;
    await inPanel(orm, async (em) => {
      if ((await em.count(PersonIdentity, { person, issuer, subject })) === 0) {
        throw new SignInRefused(0, 'Quem se identificou na organização não é quem está conectado aqui.');
      }
      await em.nativeUpdate(PanelSession, { id, person }, { confirmedAt: new Date() });
    });
  });
}

/** The person's address. @throws SignInRefused unless the provider confirms it, and its domain may come in this way */
function ownAddress({ domains }: Terms, { email, isVerified }: VouchedPerson): string {
  if (email === null)
    throw new SignInRefused(0, 'A sua organização não disse qual é o seu e-mail. Fale com quem a administra.');
  if (!isVerified) {
    throw new SignInRefused(
      0,
      `A sua organização não confirma que o e-mail ${email} é seu. Confirme-o lá, e entre de novo.`,
    );
  }
  const domain = email.slice(email.lastIndexOf('@') + 1);
  if (domains.length > 0 && !domains.includes(domain)) {
    throw new SignInRefused(0, `O endereço ${email} não é de uma organização que entra por aqui.`);
  }
  return email;
}

/**
 * The person in our records; null where neither identity nor address is known. @throws SignInRefused where the person is locked out, or the address
 * belongs to another identity of the provider
 */
async function whoIs(em: EntityManager, { issuer, subject }: VouchedPerson, email: string): Promise<Person | null> {
  const identity = await em.findOne(PersonIdentity, { issuer, subject });
  const person = await em.findOne(Person, identity ? { id: identity.person } : { email });
  if (!person) return null;
  if (person.status !== 'ACTIVE') {
    throw new SignInRefused(0, 'Esta pessoa não tem mais acesso ao Lavra. Fale com quem o opera.');
  }
  // The provider has given the address to somebody else since this person was admitted.
  if (!identity && (await em.count(PersonIdentity, { person: person.id, issuer })) > 0) {
    throw new SignInRefused(
      0,
      `O e-mail ${email} já está ligado a outra conta da organização. Peça a quem opera o Lavra um link novo (lavra user reset).`,
    );
  }
  return person;
}

async function keepIdentity(em: EntityManager, person: Person, { issuer, subject }: VouchedPerson): Promise<void> {
  const now = new Date();
  const used = await em.nativeUpdate(PersonIdentity, { issuer, subject, person: person.id }, { lastUsedAt: now });
  if (used > 0) return;
  em.create(PersonIdentity, { person: person.id, issuer, subject, lastUsedAt: now });
  const who = actorOfPerson({ personId: person.id, name: person.name });
  record(em, who, { action: 'PERSON_IDENTITY_LINKED', subject: person.id, details: { issuer } });
  await em.flush().catch((cause: unknown) => {
    if (!(cause instanceof UniqueConstraintViolationException)) throw cause;
    throw new SignInRefused(0, 'A entrada foi pedida duas vezes ao mesmo tempo. Entre de novo.');
  });
}

function vouchesFactor({ secondFactors }: Terms, { factors }: VouchedPerson): boolean {
  return factors.some((factor) => secondFactors.includes(factor));
}

async function enter(
  em: EntityManager,
  person: Person,
  { place, isVouched }: { place: SignInPlace; isVouched: boolean },
): Promise<SignInResult> {
  const standing: ProviderStanding = isVouched ? 'VOUCHED' : 'SIGNED_IN';
  return !isVouched && (await hasSecondFactor(em, person.id))
    ? { kind: 'HALF', secret: await openHalfSession(em, person) }
    : { kind: 'SESSION', secret: await openPanelSession(em, person, place, standing) };
}

function unknown(email: string): SignInRefused {
  return new SignInRefused(0, `Ninguém com o e-mail ${email} tem acesso. Peça um convite a quem administra a empresa.`);
}
