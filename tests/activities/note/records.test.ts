import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Company } from '../../../domain/companies/company.entity.ts';
import { type ComputedContent, type ComputedGoods, Document } from '../../../domain/documents/document.entity.ts';
import { Emission } from '../../../domain/documents/emission.entity.ts';
import type { GoodsPayload, ItemInput } from '../../../domain/documents/payload.ts';
import { Product } from '../../../domain/products/product.entity.ts';
import { TaxRule } from '../../../domain/tax-rules/tax-rule.entity.ts';
import { FiscalTemplate } from '../../../domain/templates/fiscal-template.entity.ts';
import { acrossCompanies } from '../../../operations/in-company.ts';
import { emissionId } from '../../../temporal/names.ts';
import { startEmission } from '../../../temporal/start.ts';
import { type Installation, openInstallation } from '../../support/servers/installation.ts';
import { processingDocument, sale } from '../../support/samples/sale.ts';

let installation: Installation;
let company: Company;
let rival: Company;
beforeAll(async () => {
  installation = await openInstallation();
  ({ company } = await installation.openCompany());
  ({ company: rival } = await installation.openCompany({ taxId: '11444777000161' }));
});
afterAll(() => installation.close());

const line: ItemInput = {
  code: 'CAFE',
  description: 'Café torrado em grãos 1 kg',
  unit: 'UN',
  quantity: '2',
  unitValue: '50.00',
};

test('taxes are taken from the records as they are at emission, removed ones too', async () => {
  const deletedAt = new Date();
  const rule = await keepRule({ nfeTaxRules: [subRule({ icmsSituation: '40', benefitCode: 'SP010010' })], deletedAt });
  const product = await keepProduct({ taxRule: rule, deletedAt });
  const template = await keepTemplate({ fields: { ipiSituation: '53' }, deletedAt });
  const { document, xml } = await emit({ templateId: template, items: [{ ...line, productId: product }] });
  expect(document).toMatchObject({ status: 'AUTHORIZED', totalValue: '100.00' });
  expect(goodsOf(document)?.items[0]).toMatchObject({
    taxation: {
      icmsSituation: { value: '40', source: 'TAX_RULE' },
      ncm: { value: '09012100', source: 'PRODUCT' },
      ipiSituation: { value: '53', source: 'TEMPLATE' },
      pisSituation: { source: 'COMPANY' },
    },
    taxedBy: { taxRule: { id: rule, subRule: 1 }, product: { id: product }, template: { id: template } },
  });
  expect(xml).toContain('<ICMS40><orig>0</orig><CST>40</CST>');
});

test('rules that moved since are the rules, and installments that no longer add up are a rejection that says by how much', async () => {
  const rule = await keepRule({ nfeTaxRules: [subRule({ ipiSituation: '50', ipiRate: '10.0000' })] });
  const product = await keepProduct({ taxRule: rule });
  const items = [{ ...line, productId: product }];
  const duplicates = [{ dueDate: '2030-01-31', value: '110.00' }];
  expect((await emit({ items, duplicates })).document).toMatchObject({ status: 'AUTHORIZED', totalValue: '110.00' });

  await every().nativeUpdate(
    TaxRule,
    { id: rule },
    { nfeTaxRules: [subRule({ ipiSituation: '50', ipiRate: '12.0000' })] },
  );
  const before = await nextNumber();
  const { document } = await emit({ items, duplicates });
  expect(document).toMatchObject({ status: 'REJECTED', number: 0, cStat: null });
  expect(document.rejectionReason).toMatch(/^duplicates: As parcelas somam R\$ 2,00 a menos que .* R\$ 112,00/);
  expect(await nextNumber()).toBe(before);

  const paid = await emit({ items, payments: [{ method: 'PIX', value: '110.00' }] });
  expect(paid.document.rejectionReason).toMatch(/^payments: Os pagamentos somam R\$ 2,00 a menos/);
});

test('a record of another company is never taken, whatever the document says', async () => {
  const theirs = {
    templateId: await keepTemplate({ company: rival.id }),
    taxRuleId: await keepRule({ company: rival.id }),
  };
  const productId = await keepProduct({ company: rival.id });
  const { document } = await emit({ ...theirs, items: [{ ...line, productId, taxRuleId: theirs.taxRuleId }] });
  expect(document).toMatchObject({ status: 'REJECTED', number: 0 });
  expect(document.rejectionReason?.split('\n').map((reason) => reason.split(':')[0])).toEqual([
    'templateId',
    'taxRuleId',
    'items[0].productId',
    'items[0].taxRuleId',
  ]);
});

test('a template that all companies share is taken', async () => {
  const templateId = await keepTemplate({ company: null, source: 'system', fields: { ipiSituation: '53' } });
  const { document } = await emit({ templateId, items: [{ ...line, ncm: '09012100' }] });
  expect(document).toMatchObject({ status: 'AUTHORIZED' });
  expect(goodsOf(document)?.items[0]?.taxation.ipiSituation).toEqual({ value: '53', source: 'TEMPLATE' });
});

function goodsOf({ computed }: { computed?: ComputedContent | null | undefined }): ComputedGoods | null {
  return computed?.model ? computed : null;
}

function every() {
  return acrossCompanies(installation.orm);
}

function subRule(fields: TaxRule['nfeTaxRules'][number]['fields']) {
  return { states: [], clientTypes: [], cfops: [], fields };
}

async function keepRule(fields: Partial<TaxRule> = {}): Promise<string> {
  const em = every();
  const owned = { company: company.id, name: 'Regra', model: 'NFE' as const };
  const { id } = em.create(TaxRule, { ...owned, nfeTaxRules: [], nfseTaxRules: [], ...fields });
  await em.flush();
  return id;
}

async function keepProduct(fields: Partial<Product> = {}): Promise<string> {
  const em = every();
  const none = { interstateContributor: null, interstateNonContributor: null, exportCfop: null };
  const units = { commercialUnit: 'UN', taxUnit: 'UN', taxUnitExport: 'KG' };
  const taxation = { cfops: { internalCfop: '5102', ...none }, fields: { ncm: '09012100' } };
  const code = randomUUID();
  const { id } = em.create(Product, { company: company.id, name: 'Café', code, ...units, taxation, ...fields });
  await em.flush();
  return id;
}

async function keepTemplate(fields: Partial<FiscalTemplate> = {}): Promise<string> {
  const em = every();
  const name = randomUUID();
  const template = { company: company.id, source: 'company', type: 'NFE', name, fields: {}, ...fields } as const;
  const { id } = em.create(FiscalTemplate, template);
  await em.flush();
  return id;
}

async function emit(changes: Partial<GoodsPayload>) {
  const payload = { ...sale, payments: null, ...changes };
  const { id, attempt } = await processingDocument(installation.orm, company, { payload });
  const start = { documentId: id, attempt, companyTaxId: company.taxId, documentType: 'NFE', title: 'NF-e' } as const;
  await startEmission(installation.client, start);
  await installation.client.workflow.getHandle(emissionId(id, attempt)).result();
  const document = await every().findOneOrFail(Document, { id }, { populate: ['computed'] });
  const emission = await every().findOne(Emission, { document: id, attempt });
  return { document, xml: emission?.signedXml };
}

async function nextNumber(): Promise<number> {
  const [row] = await installation.orm.em
    .fork()
    .execute<{ next_number: number }[]>("select next_number from number_series where company_id = ? and model = '55'", [
      company.id,
    ]);
  return row?.next_number ?? 1;
}
