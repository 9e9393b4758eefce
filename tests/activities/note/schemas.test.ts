import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Company } from '../../../domain/companies/company.entity.ts';
import { Document } from '../../../domain/documents/document.entity.ts';
import { Inutilization } from '../../../domain/documents/inutilization.entity.ts';
import { acrossCompanies } from '../../../operations/in-company.ts';
import { emissionId } from '../../../temporal/names.ts';
import { awaitInutilization, startEmission, startInutilization } from '../../../temporal/start.ts';
import { processingDocument } from '../../support/samples/sale.ts';
import type { Installation } from '../../support/servers/installation.ts';
import { openWithSchemasOf } from '../../support/servers/one-family.ts';

let installation: Installation;
let company: Company;
beforeAll(async () => {
  installation = await openWithSchemasOf('nfse');
  ({ company } = await installation.openCompany());
});
afterAll(() => installation.close());

const whatToInstall = /^Não há esquemas da NF-e instalados.*"lavra schemas add .*--family nfe"/;

test('a note whose schemas are not installed is rejected with what to install, and no number is used', async () => {
  const { orm, client } = installation;
  const { id } = await processingDocument(orm, company);
  const { taxId: companyTaxId } = company;
  await startEmission(client, { documentId: id, attempt: 1, companyTaxId, documentType: 'NFE', title: 'NF-e' });
  await client.workflow.getHandle(emissionId(id, 1)).result();
  const document = await acrossCompanies(orm).findOneOrFail(Document, { id });
  expect(document).toMatchObject({ status: 'REJECTED', number: 0, cStat: null });
  expect(document.rejectionReason).toMatch(whatToInstall);
});

test('without its schemas a range of numbers is not given up either', async () => {
  const { orm, client } = installation;
  const em = acrossCompanies(orm);
  const { id: companyId, environment, taxId: companyTaxId } = company;
  const numbers = { model: '55', series: 1, year: '26', startNumber: 10, endNumber: 12 } as const;
  const justification = 'Falha na sequência do sistema anterior';
  const { id } = em.create(Inutilization, { company: companyId, environment, justification, ...numbers });
  await em.flush();
  await startInutilization(client, { id, attempt: 1, companyTaxId, title: '55' });
  const end = await awaitInutilization(client, { id, attempt: 1 }, 600_000);
  expect(end).toMatchObject({ status: 'REJECTED', cStat: null, reason: expect.stringMatching(whatToInstall) });
});
