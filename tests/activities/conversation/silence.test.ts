import { afterAll, beforeAll, expect, test } from 'vitest';
import { closeCall, openCall } from '../../../activities/conversation/calls.ts';
import type { Orm } from '../../../config/orm.ts';
import { AuthorityCall } from '../../../domain/documents/authority-call.entity.ts';
import { sefaz } from '../../../domain/sefaz/authority.ts';
import { demoCompany } from '../../../local/demo/companies.ts';
import { acrossCompanies } from '../../../operations/in-company.ts';
import { createCompany } from '../../../operations/provisioning/companies.ts';
import { testOrm } from '../../support/servers/parts.ts';

let orm: Orm;
let companyId: string;
beforeAll(async () => {
  orm = await testOrm();
  companyId = (await createCompany(acrossCompanies(orm), demoCompany)).id;
});
afterAll(() => orm.close());

const service = 'RecepcaoEvento';
const headquarters = '11444777000161';
const branch = '11444777000242';

test('656 silences every branch of a taxpayer on that service and in that environment, and nobody else', async () => {
  const told = await open(headquarters);
  if (!('id' in told)) throw new Error('silent before anybody was told so');
  await closeCall(acrossCompanies(orm), told.id, { cStat: '656' });
  const call = await acrossCompanies(orm).findOneOrFail(AuthorityCall, { id: told.id });
  const silent = { silentUntil: new Date(call.startedAt.getTime() + 61 * 60_000) };

  expect(await open(headquarters)).toEqual(silent);
  expect(await open(branch)).toEqual(silent);
  expect(await open(branch, { environment: 'PRODUCTION' })).toHaveProperty('id');
  expect(await open(headquarters, { service: 'NfeAutorizacao' })).toHaveProperty('id');
  expect(await open('04252011000110')).toHaveProperty('id');
  expect(await open('11444777000')).toHaveProperty('id'); // a CPF that begins with the same digits
});

type Overrides = { environment?: 'PRODUCTION'; service?: string };

function open(taxId: string, { environment, service: asked = service }: Overrides = {}) {
  const speaker = { companyId, taxId, certificateId: null };
  const call = { speaker, environment: environment ?? 'HOMOLOGATION', subject: 'a key', service: asked } as const;
  return openCall(acrossCompanies(orm), sefaz, call);
}
