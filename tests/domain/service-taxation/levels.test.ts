import { expect, test } from 'vitest';
import { serviceLevelsOf } from '../../../domain/service-taxation/levels.ts';
import type { NfseSubRule } from '../../../domain/taxation/levels/choose-sub-rule.ts';
import type { ServiceRecords } from '../../../domain/taxation/levels/records.ts';
import { resolutionOf } from '../../../domain/taxation/levels/resolve.ts';
import { serviceFieldNames, type ServiceFields } from '../../../domain/taxation/levels/service-fields.ts';

const { resolve } = resolutionOf(serviceFieldNames);
const served = { takerType: 'COMPANY', municipalityCode: '3550308' } as const;
const product = { id: 'p', name: 'Suporte mensal' };

function subRule(fields: NfseSubRule['fields'], lists: Partial<NfseSubRule> = {}): NfseSubRule {
  return { municipalityCodes: [], takerTypes: [], serviceCodes: [], ...lists, fields };
}

function recordsWith(subRules: NfseSubRule[] | null, fields: ServiceFields | null): ServiceRecords {
  const taxRule = subRules && { id: 'r', name: 'Serviços', subRules };
  return { items: [{ taxRule, product }], template: fields && { id: 't', name: 'Suporte', fields } };
}

test('item, rule, template and company fill a service in this order', () => {
  const all = { nbsCode: '1', irrfRate: '1', inssRate: '1', csllRate: '1' };
  const records = recordsWith([subRule({ ...all, nbsCode: null, irrfRate: '2' })], {
    ...all,
    nbsCode: null,
    irrfRate: '3',
    inssRate: null,
  });
  const [line] = serviceLevelsOf({ items: [{ nbsCode: '9' }], records, company: { ...all, issRate: '5' } }, served);
  const trace = resolve(line?.levels ?? []);
  expect(trace).toEqual({
    nbsCode: { value: '9', source: 'ITEM' },
    irrfRate: { value: '2', source: 'TAX_RULE' },
    inssRate: { value: '1', source: 'TAX_RULE' },
    csllRate: { value: '1', source: 'TAX_RULE' },
    issRate: { value: '5', source: 'COMPANY' },
  });
  expect(line?.taxedBy).toEqual({
    taxRule: { id: 'r', name: 'Serviços', subRule: 1 },
    product,
    template: { id: 't', name: 'Suporte' },
  });
});

test('the sub-rule is chosen by the code that item, template or company gives, however it is written', () => {
  const rule = [subRule({ issRate: '2' }), subRule({ issRate: '5' }, { serviceCodes: ['010701'] })];
  const sources = (item: ServiceFields, template: ServiceFields | null, company: ServiceFields) => {
    const [line] = serviceLevelsOf({ items: [item], records: recordsWith(rule, template), company }, served);
    return line?.taxedBy.taxRule?.subRule;
  };
  expect(sources({ serviceCode: '01.07.01' }, { serviceCode: '010501' }, {})).toBe(2);
  expect(sources({}, { serviceCode: '010701' }, { serviceCode: '010501' })).toBe(2);
  expect(sources({}, null, { serviceCode: '010701' })).toBe(2);
  expect(sources({ serviceCode: '010501' }, null, { serviceCode: '010701' })).toBe(1);
});

test('a rule without a sub-rule for the service says so and leaves it to the levels below', () => {
  const records = recordsWith([subRule({ issRate: '2' }, { takerTypes: ['FOREIGN'] })], { issRate: '3' });
  const [line] = serviceLevelsOf({ items: [{}], records, company: {} }, served);
  expect(line?.taxedBy.taxRule).toEqual({ id: 'r', name: 'Serviços', subRule: null });
  expect(resolve(line?.levels ?? []).issRate).toEqual({ value: '3', source: 'TEMPLATE' });
});

test('a document without records is resolved from item and company', () => {
  const lines = serviceLevelsOf({ items: [{}, {}], records: undefined, company: { issRate: '2' } }, served);
  expect(lines.map(({ taxedBy }) => taxedBy)).toEqual(Array(2).fill({ taxRule: null, product: null, template: null }));
  expect(lines.map(({ levels }) => levels.map(({ source }) => source))).toEqual(Array(2).fill(['ITEM', 'COMPANY']));
});
