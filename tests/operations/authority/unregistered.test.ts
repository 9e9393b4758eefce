import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Orm } from '../../../config/orm.ts';
import type { Company } from '../../../domain/companies/company.entity.ts';
import type { AuthorityService } from '../../../domain/conversation/authority.ts';
import { Document } from '../../../domain/documents/document.entity.ts';
import { DocumentEvent } from '../../../domain/documents/events/document-event.entity.ts';
import { demoCompany } from '../../../local/demo/companies.ts';
import { heldBy, heldRuns } from '../../../operations/authority/held.ts';
import { neglectedServices } from '../../../operations/authority/neglected.ts';
import { acrossCompanies } from '../../../operations/in-company.ts';
import { createCompany } from '../../../operations/provisioning.ts';
import { processingDocument } from '../../support/samples/sale.ts';
import { patientOrm, testDatabase } from '../../support/servers/parts.ts';

const svrs: AuthorityService = { authorizer: 'SVRS', environment: 'HOMOLOGATION', model: '55', state: '' };
const sp: AuthorityService = { ...svrs, authorizer: 'SP' };

let orm: Orm;
let ofUnregistered: string;
let ofRegistered: string;
beforeAll(async () => {
  orm = await patientOrm(await testDatabase());
  ofUnregistered = await held(await createCompany(acrossCompanies(orm), { ...demoCompany, stateRegistration: null }));
  ofRegistered = await held(await createCompany(acrossCompanies(orm), { ...demoCompany, taxId: '11444777000161' }));
});
afterAll(() => orm?.close());

/** A note of a company of São Paulo that waits for its authority. */
async function held(company: Company): Promise<string> {
  const { id } = await processingDocument(orm, company);
  await acrossCompanies(orm).execute(
    `update document set waiting_kind = 'AUTHORITY_PAUSED', waiting_since = now() - interval '1 hour', updated_at = now() - interval '1 hour' where id = ?`,
    [id],
  );
  return id;
}

test('a note of a company without a state registration waits for SVRS, and not for its state', async () => {
  const runsOf = async (service: AuthorityService) => {
    const look = { limit: 10, after: null, isBack: false, hasTurned: false };
    return (await heldRuns(acrossCompanies(orm), service, look)).map(({ id }) => id);
  };
  expect(await runsOf(svrs)).toEqual([ofUnregistered]);
  expect(await runsOf(sp)).toEqual([ofRegistered]);
  for (const service of [svrs, sp]) expect(await heldBy(acrossCompanies(orm), service)).toMatchObject({ held: 1 });
});

test('an event of the reform waits for SVRS, whosever its note is', async () => {
  const em = acrossCompanies(orm);
  const { company } = await em.findOneOrFail(Document, { id: ofRegistered });
  const accessKey = '35261111444777000161550010000000011000000010';
  await em.nativeUpdate(Document, { id: ofRegistered }, { accessKey });
  const { id } = em.create(DocumentEvent, {
    ...{ company, document: ofRegistered, type: 'EFFECTIVE_PAYMENT', code: '112110', sequence: 1 },
    occurredAt: new Date(),
  });
  await em.flush();
  await em.execute(
    `update document_event set waiting_kind = 'AUTHORITY_PAUSED', waiting_since = now() - interval '1 hour' where id = ?`,
    [id],
  );
  const look = { limit: 10, after: null, isBack: false, hasTurned: false };
  const eventsOf = async (service: AuthorityService) =>
    (await heldRuns(acrossCompanies(orm), service, look)).filter(({ what }) => what === 'event');
  expect(await eventsOf(svrs)).toMatchObject([{ id }]);
  expect(await eventsOf(sp)).toEqual([]);
  await em.nativeDelete(DocumentEvent, { id });
});

test('its judge is told to look where nobody has', async () => {
  const found = await neglectedServices(acrossCompanies(orm));
  expect(found.map(({ authorizer }) => authorizer).toSorted()).toEqual(['SP', 'SVRS']);
});
