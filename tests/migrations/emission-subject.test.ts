import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Orm } from '../../config/orm.ts';
import { Company } from '../../domain/companies/company.entity.ts';
import { Emission } from '../../domain/documents/emission.entity.ts';
import { acrossCompanies } from '../../operations/in-company.ts';
import { issuer } from '../support/samples/notes.ts';
import { testOrm } from '../support/servers/parts.ts';
import { processingDocument } from '../support/samples/sale.ts';

const before = 'Migration20261122125000_authority-codes';
const accessKey = '3'.repeat(44);
const dpsId = `DPS${'7'.repeat(42)}`;

let orm: Orm;
beforeAll(async () => {
  orm = await testOrm();
});
afterAll(() => orm.close());

test('attempts are known by their key afterwards as before, and one without a key survives going back', async () => {
  const em = acrossCompanies(orm);
  const { settings } = issuer;
  const company = em.create(Company, { taxId: issuer.taxId, name: 'Padaria', environment: 'HOMOLOGATION', settings });
  await em.flush();
  const { id: document } = await processingDocument(orm, company);
  await orm.migrator.down({ to: before });
  await em.execute(
    `insert into emission (document_id, attempt, company_id, series, number, access_key, signed_xml, digest_value, created_at)
     values (?, 1, ?, 1, 7, ?, '<NFe/>', 'x', now())`,
    [document, company.id, accessKey],
  );

  await orm.migrator.up();
  expect(await attempts()).toEqual([[accessKey, accessKey]]);
  const drawn = { series: 1, number: 8, signedXml: '<DPS/>', digestValue: 'x', createdAt: new Date() };
  await acrossCompanies(orm).insert(Emission, { document, attempt: 2, company: company.id, subject: dpsId, ...drawn });
  await count('DPS');

  await orm.migrator.down({ to: before });
  const keys = await em.execute<{ key: string }[]>('select access_key as key from emission order by attempt');
  expect(keys.map(({ key }) => key)).toEqual([accessKey, dpsId]);
  await expect(count('DPS')).rejects.toThrow();
  await orm.migrator.up();

  async function attempts() {
    const rows = await acrossCompanies(orm).find(Emission, { document }, { orderBy: { attempt: 'asc' } });
    return rows.map((row) => [row.subject, row.accessKey]);
  }

  function count(model: string): Promise<unknown> {
    const values = [company.id, model, 1];
    return em.execute(
      `insert into number_series (company_id, environment, model, series, next_number) values (?, 'HOMOLOGATION', ?, ?, 1)`,
      values,
    );
  }
});
