import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Orm } from '../../../config/orm.ts';
import type { Company } from '../../../domain/companies/company.entity.ts';
import type { ContingencySwitch } from '../../../domain/companies/settings.ts';
import { AuthorityChange, AuthorityStanding } from '../../../domain/contingency/authority-standing.entity.ts';
import { ContingencyEntry } from '../../../domain/contingency/contingency-entry.entity.ts';
import type { WaitKind } from '../../../domain/conversation/waiting.ts';
import { Document } from '../../../domain/documents/document.entity.ts';
import { contingencyStatesSchema } from '../../../domain/taxation/rates/contingency.ts';
import {
  contingencyTypes,
  enterContingency,
  leaveContingency,
  type ContingencyPlace,
} from '../../../operations/contingency/by-hand.ts';
import { contingencyNow } from '../../../operations/contingency/show.ts';
import { unsettledNotes, waitingForAuthority } from '../../../operations/contingency/waiting.ts';
import { acrossCompanies } from '../../../operations/in-company.ts';
import { setCompany } from '../../../operations/provisioning.ts';
import { emptyCompany } from '../../support/rows/lots.ts';
import { replacedNote } from '../../support/rows/replaced.ts';
import { processingDocument } from '../../support/samples/sale.ts';
import { patientOrm, testDatabase } from '../../support/servers/parts.ts';

const reason = 'Sem internet na loja desde as 14h';
const now = new Date('2026-11-24T12:00:00Z');

let orm: Orm;
beforeAll(async () => {
  orm = await patientOrm(await testDatabase());
});
afterAll(() => orm?.close());

test('a contingency is entered once for a model and an environment, and lasts until a person leaves it', async () => {
  const place = await placeWith('MANUAL');
  await enterContingency(acrossCompanies(orm), place, `  ${reason}  `, { now });
  await refused(enterContingency(acrossCompanies(orm), place, reason), 'já foi declarada');
  await enterContingency(acrossCompanies(orm), { ...place, environment: 'PRODUCTION' }, reason);
  const left = await leaveContingency(acrossCompanies(orm), place, new Date(now.getTime() + 1_000));
  expect(left).toMatchObject({ reason, enteredAt: now, model: '65' });
  await refused(
    leaveContingency(acrossCompanies(orm), place),
    'Ninguém declarou contingência de NFC-e em HOMOLOGATION',
  );
  await enterContingency(acrossCompanies(orm), place, reason);
  const rows = await acrossCompanies(orm).find(ContingencyEntry, { company: place.company.id });
  expect(rows.map(({ leftAt }) => leftAt !== null).toSorted()).toEqual([false, false, true]);
});

test('of two who enter at once one is told that it is done', async () => {
  const place = await placeWith('AUTOMATIC');
  const both = await Promise.allSettled([
    enterContingency(acrossCompanies(orm), place, reason),
    enterContingency(acrossCompanies(orm), place, reason),
  ]);
  expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
});

test.each(['curto demais', 'x'.repeat(257), `${'x'.repeat(20)}\u0007`])(
  'the reason "%.20s" is refused',
  async (text) => {
    const place = await placeWith('MANUAL');
    await expect(enterContingency(acrossCompanies(orm), place, text)).rejects.toMatchObject({
      code: 'validation_error',
      message: expect.stringContaining('15 a 256'),
      issues: [{ path: 'reason' }],
    });
  },
);

test('a company that switched it off is told how to switch it on, and saved settings without a switch mean off', async () => {
  const place = await placeWith('OFF');
  const mend = `lavra company set ${place.company.taxId} --contingency-nfce MANUAL`;
  await refused(enterContingency(acrossCompanies(orm), place, reason), mend);
  const { settings } = place.company;
  if (settings) delete settings.contingency;
  await refused(enterContingency(acrossCompanies(orm), place, reason), mend);
});

test('in a state that refuses offline notes there is none to enter, except for NF-e', async () => {
  const place = await placeWith('AUTOMATIC');
  const { state = '' } = place.company.settings?.address ?? {};
  const row = { state, law: 'Portaria 1/2026' };
  const states = contingencyStatesSchema.parse({ source: 'x', refusesOffline: [row] });
  await refused(enterContingency(acrossCompanies(orm), place, reason, { states }), '712');
  await enterContingency(acrossCompanies(orm), { ...place, type: 'NFE' }, reason, { states });
  const none = contingencyStatesSchema.parse({ source: 'x', withoutEpec: [row], withoutSvc: [row] });
  await refused(
    enterContingency(acrossCompanies(orm), { ...place, type: 'NFE' }, reason, { states: none }),
    'não tem SVC nem EPEC',
  );
});

test('a company without a state registration enters none for NF-e: neither SVC nor EPEC takes its notes', async () => {
  const place = { ...(await placeWith('AUTOMATIC')), type: 'NFE' } as const;
  const { company } = place;
  const unregistered = { ...company.settings!, stateRegistration: null };
  Object.assign(company, { settings: unregistered });
  await refused(enterContingency(acrossCompanies(orm), place, reason), 'Sem inscrição estadual não há SVC nem EPEC');
});

test('those that wait for their authority are moved, in the order of their numbers, and no others', async () => {
  const place = { ...(await placeWith('MANUAL')), type: 'NFE' } as const;
  const [second, first] = [await waiting(place, 'UNANSWERED', 2), await waiting(place, 'TRANSMISSION', 1)];
  const others = ['CERTIFICATE', 'THROTTLED', 'ANSWER', 'PERSON'] as const;
  for (const [index, kind] of others.entries()) await waiting(place, kind, 3 + index);
  const found = await waitingForAuthority(acrossCompanies(orm), place);
  expect(found).toEqual([first, second].map(({ id }) => ({ id, attempt: 1 })));
  const elsewhere = { ...place, environment: 'PRODUCTION' } as const;
  expect(await waitingForAuthority(acrossCompanies(orm), elsewhere)).toEqual([]);
  expect(await waitingForAuthority(acrossCompanies(orm), { ...place, type: 'NFCE' })).toEqual([]);
});

test('all of it is shown: what was entered, who authorizes, what is to be transmitted, what is not settled', async () => {
  const place = await placeWith('AUTOMATIC');
  const { company, environment } = place;
  await enterContingency(acrossCompanies(orm), place, reason, { now });
  const em = acrossCompanies(orm);
  const sp = { authorizer: 'SP', environment, model: '65', state: '' } as const;
  const shut = { standing: 'SHUT', reason: 'Serviço paralisado', cStat: '108' } as const;
  em.create(AuthorityStanding, { ...sp, ...shut, since: now, updatedAt: now });
  em.create(AuthorityChange, { ...sp, ...shut, changedAt: now });
  await em.flush();
  const late = await waiting({ ...place, type: 'NFCE' }, 'TRANSMISSION', 7);
  const since = new Date(now.getTime() - 3_600_000);
  const transmitBy = new Date('2026-11-26T02:59:59Z');
  await em.nativeUpdate(
    Document,
    { id: late.id },
    { contingencyMode: 'OFFLINE', contingencySince: since, contingencyTransmitBy: transmitBy },
  );
  const open = await replacedNote(orm, company, { status: 'PROPOSED', reason: 'A SEFAZ não a tem.' });
  await replacedNote(orm, company, { status: 'CANCELLED', settledAt: now });

  const asked = { company, environment, types: contingencyTypes };
  const found = await contingencyNow(acrossCompanies(orm), asked);
  expect(found).toMatchObject({
    settings: { nfce: 'AUTOMATIC' },
    entered: [{ type: 'NFCE', reason, enteredAt: now }],
    toTransmit: [{ type: 'NFCE', count: 1, oldestSince: since, transmitBy }],
    replaced: [{ id: open.id, status: 'PROPOSED' }],
  });
  expect(found.authorities).toEqual([
    expect.objectContaining({ type: 'NFCE', authorizer: 'SP', isSvc: false, ...shut, since: now }),
    expect.objectContaining({ type: 'NFE', authorizer: 'SP', isSvc: false, standing: null }),
    expect.objectContaining({ type: 'NFE', authorizer: 'SVC-AN', isSvc: true, standing: null }),
  ]);
  expect(found.authorities[0]?.changes).toMatchObject([{ standing: 'SHUT', changedAt: now }]);
  expect(await unsettledNotes(acrossCompanies(orm), company)).toEqual([open.id]);
});

async function placeWith(nfce: ContingencySwitch): Promise<ContingencyPlace> {
  const { id } = await emptyCompany(orm);
  const company: Company = await setCompany(acrossCompanies(orm), id, { contingency: { nfce, nfe: nfce } });
  return { company, environment: 'HOMOLOGATION', type: 'NFCE' };
}

async function waiting({ company, type }: ContingencyPlace, waitingKind: WaitKind, number: number): Promise<Document> {
  const document = await processingDocument(orm, company);
  const wait = { waitingKind, waitingSince: new Date(), waitingFor: 'Porque sim.' };
  await acrossCompanies(orm).nativeUpdate(Document, { id: document.id }, { ...wait, type, series: number, number });
  return document;
}

async function refused(work: Promise<unknown>, words: string): Promise<void> {
  await expect(work).rejects.toMatchObject({ code: 'invalid_state', message: expect.stringContaining(words) });
}
