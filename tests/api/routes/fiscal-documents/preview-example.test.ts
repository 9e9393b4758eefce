import { afterAll, beforeAll, expect, test } from 'vitest';
import { Product } from '../../../../domain/products/product.entity.ts';
import { TaxRule } from '../../../../domain/tax-rules/tax-rule.entity.ts';
import { FiscalTemplate } from '../../../../domain/templates/fiscal-template.entity.ts';
import contract from '../../../../openapi/generated/openapi.json' with { type: 'json' };
import { acrossCompanies } from '../../../../operations/in-company.ts';
import { startApi, type TestApi } from '../../fixture.ts';
import { newStore } from '../../store.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

test('the example that the contract prints is answered as it is printed', async () => {
  const { 'preview-request': { value: asked }, 'preview-answer': { value: printed } } = contract.components.examples; // oxfmt-ignore
  const store = await newStore(api);
  await keepExampleRecords(store.company.id, asked.items[0]?.productId, asked.templateId);
  const { status, body } = await store.call('POST', '/v1/fiscal-documents/preview', asked);
  expect({ status, body }).toMatchObject({ status: 200 });
  // Amounts depend on rates of the date, so only the fields and kinds of values are compared.
  expect(shapeOf(body)).toEqual(shapeOf(printed));
  expect(body).toMatchObject({ items: printed.items.map(({ taxation, taxedBy }) => ({ taxation, taxedBy })) });
});

async function keepExampleRecords(company: string, productId: unknown, templateId: string): Promise<void> {
  const em = acrossCompanies(api.orm);
  const units = { commercialUnit: 'PCT - PACOTE', taxUnit: 'PCT - PACOTE', taxUnitExport: 'KG - QUILOGRAMA' };
  em.create(TaxRule, {
    id: '019ab1c2-5b77-7e21-8f03-6a7b8c9d0e1f',
    company,
    name: 'Vendas a consumidor',
    model: 'NFE',
    nfeTaxRules: [
      { states: ['SP'], clientTypes: [], cfops: [], fields: { icmsSituation: '00', icmsRate: '18.0000' } },
      { states: [], clientTypes: ['CONSUMIDOR_FINAL'], cfops: [], fields: { icmsSituation: '00', fcpRate: '2.0000' } },
    ],
    nfseTaxRules: [],
  });
  em.create(Product, {
    id: String(productId),
    company,
    name: 'Café torrado em grãos 500 g',
    code: 'CAFE-500',
    gtin: '7891000315507',
    salePrice: '39.90',
    ...units,
    taxRule: '019ab1c2-5b77-7e21-8f03-6a7b8c9d0e1f',
    taxation: {
      cfops: {
        internalCfop: '5102',
        interstateContributor: '6102',
        interstateNonContributor: '6108',
        exportCfop: null,
      },
      fields: { ncm: '09012100', pisSituation: '06', cofinsSituation: '06' },
    },
  });
  em.create(FiscalTemplate, {
    id: templateId,
    company,
    source: 'company',
    type: 'NFE',
    name: 'Venda',
    operationNature: 'Venda de mercadoria',
    fields: { icmsOrigin: '0' },
  });
  await em.flush();
}

/** A value with its kind in place of each leaf. */
function shapeOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(shapeOf);
  if (typeof value !== 'object' || value === null) return value === null ? null : typeof value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, shapeOf(inner)]));
}
