import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Company } from '../../../domain/companies/company.entity.ts';
import type { DocumentType } from '../../../domain/document-types.ts';
import { Document } from '../../../domain/documents/document.entity.ts';
import { acrossCompanies } from '../../../operations/in-company.ts';
import { emissionId } from '../../../temporal/names.ts';
import { startEmission } from '../../../temporal/start.ts';
import type { Installation } from '../../support/servers/installation.ts';
import { openWithSchemasOf } from '../../support/servers/one-family.ts';
import { processingDocument } from '../../support/samples/sale.ts';
import { processingService } from '../../support/samples/service.ts';

let installation: Installation;
let company: Company;
beforeAll(async () => {
  installation = await openWithSchemasOf('nfe');
  ({ company } = await installation.openCompany());
});
afterAll(() => installation.close());

test('a service whose schemas are not installed is rejected with what to install, and goods go out beside it', async () => {
  const service = await emitted('NFSE', await processingService(installation.orm, company));
  expect(service).toMatchObject({ status: 'REJECTED', number: 0, cStat: null });
  expect(service.rejectionReason).toMatch(/^Não há esquemas da NFS-e instalados.*"lavra schemas add .*--family nfse"/);
  const goods = await emitted('NFE', await processingDocument(installation.orm, company));
  expect(goods).toMatchObject({ status: 'AUTHORIZED', number: 1 });
});

async function emitted(documentType: DocumentType, { id, attempt }: Document): Promise<Document> {
  const { orm, client } = installation;
  await startEmission(client, { documentId: id, attempt, companyTaxId: company.taxId, documentType, title: 'NF-e' });
  await client.workflow.getHandle(emissionId(id, attempt)).result();
  return acrossCompanies(orm).findOneOrFail(Document, { id });
}
