import { expect, test } from 'vitest';
import fc from 'fast-check';
import {
  type TaxFieldName,
  taxFieldNames,
  type TaxFields,
  type TaxSource,
} from '../../../../domain/taxation/fields.ts';
import { levelsOf, type LevelSources } from '../../../../domain/taxation/levels/levels.ts';
import type { ProductCfops } from '../../../../domain/taxation/levels/records.ts';
import { resolveTaxes } from '../../../../domain/taxation/levels/resolve.ts';
import { resolveLine } from '../../../../domain/taxation/line.ts';
import type { Operation } from '../../../../domain/taxation/operation.ts';
import { operationWith } from '../an-operation.ts';

/** The levels, the winning one first. */
const order = ['ITEM', 'TAX_RULE', 'PRODUCT', 'TEMPLATE', 'COMPANY'] as const satisfies TaxSource[];
type Filled = Partial<Record<(typeof order)[number], TaxFields>>;

/** Fields of the goods themselves, which a sub-rule does not have. */
const goods: TaxFieldName[] = ['ncm', 'cest', 'cfop'];
const interstate = { destination: '2', destinationState: 'BA' } as const;

test.each(taxFieldNames)('%s comes from the first level that has it filled, whichever levels have it', (name) => {
  for (const present of subsetsOf(order.filter((source) => source !== 'TAX_RULE' || !goods.includes(name)))) {
    const filled = Object.fromEntries(present.map((source) => [source, { [name]: valueAt(source) }]));
    const [winner] = present;
    expect(resolved(filled)[name]).toEqual(winner && { value: valueAt(winner), source: winner });
  }
});

test('each field goes its own way through the levels', () => {
  const anyFields = fc.dictionary(
    fc.constantFrom(...taxFieldNames.filter((name) => !goods.includes(name))),
    fc.option(fc.stringMatching(/^\d{1,4}$/)),
  );
  fc.assert(
    fc.property(fc.tuple(anyFields, anyFields, anyFields, anyFields, anyFields), (fields) => {
      const trace = resolved(Object.fromEntries(order.map((source, place) => [source, fields[place] ?? {}])));
      for (const name of taxFieldNames) {
        const winner = order.find((_, place) => fields[place]?.[name]);
        expect(trace[name]?.source).toBe(winner);
      }
    }),
  );
});

test.each([
  { where: 'inside the state', operation: {}, cfop: '5101' },
  { where: 'to a taxpayer of another state', operation: interstate, cfop: '6101' },
  { where: 'to who is exempt of registration', operation: { ...interstate, taxpayerType: 'ISENTO' }, cfop: '6101' },
  { where: 'to who is none', operation: { ...interstate, taxpayerType: 'NAO_CONTRIBUINTE' }, cfop: '6107' },
  { where: 'abroad', operation: { destination: '3', destinationState: null }, cfop: '7127' },
] as const)('a product sold $where gives its CFOP for that route', ({ operation, cfop }) => {
  const cfops = {
    internalCfop: '5101',
    interstateContributor: '6101',
    interstateNonContributor: '6107',
    exportCfop: '7127',
  };
  expect(cfopWith({ cfops }, operation)).toEqual({ value: cfop, source: 'PRODUCT' });
});

test.each([
  { operation: interstate, cfop: '6102' },
  { operation: { ...interstate, taxpayerType: 'NAO_CONTRIBUINTE' }, cfop: '6108' },
  { operation: { destination: '3', destinationState: null }, cfop: '7102' },
] as const)('a product without a CFOP for the route takes its internal one there: $cfop', ({ operation, cfop }) => {
  expect(cfopWith({ cfops: { internalCfop: '5102' } }, operation)).toEqual({ value: cfop, source: 'PRODUCT' });
});

test('a product has no CFOP for an entry', () => {
  const sources = { cfops: { internalCfop: '5102' }, template: { cfop: '1202' } };
  expect(cfopWith(sources, { direction: 'IN' })).toEqual({ value: '1202', source: 'TEMPLATE' });
});

test('the CFOP of template and company follow the route, the one on the item stays as it was written', () => {
  expect(cfopWith({ template: { cfop: '5910' } }, interstate)?.value).toBe('6910');
  expect(cfopWith({ company: { cfop: '5405' } }, interstate)?.value).toBe('6404');
  expect(cfopWith({ item: { cfop: '5102' } }, interstate)?.value).toBe('5102');
});

test('a sub-rule is chosen by the CFOP that ends on the note', () => {
  const subRules = [
    { cfops: ['5910'], fields: { icmsSituation: '40' } },
    { cfops: ['5108'], fields: { icmsSituation: '20' } },
    { cfops: [], fields: { icmsSituation: '00' } },
  ].map((rule) => ({ states: [], clientTypes: [], ...rule }));
  const taxRule = { id: 'r1', name: 'Vendas', subRules };
  const positions = [
    { item: { cfop: '5910' } },
    { cfops: { internalCfop: '5910' } },
    { template: { cfop: '5910' } },
    { cfops: { internalCfop: '5102' }, template: { cfop: '5910' } },
    { item: { cfop: '6108' }, cfops: { internalCfop: '5910' } },
    {},
  ].map((sources) => lineOf({ ...sources, taxRule }, interstate)?.taxedBy.taxRule?.subRule);
  expect(positions).toEqual([1, 1, 1, 3, 2, 3]);
});

test('a rule that has nothing for the line is named as looked at, and the levels below speak', () => {
  const subRules = [{ states: ['BA'], clientTypes: [], cfops: [], fields: { icmsSituation: '00' } }];
  const taxRule = { id: 'r1', name: 'Bahia', subRules };
  const line = lineOf({ taxRule, company: { icmsSituation: '41' } }, {});
  expect(line?.taxedBy.taxRule).toEqual({ id: 'r1', name: 'Bahia', subRule: null });
  expect(resolveTaxes(line?.levels ?? []).icmsSituation).toEqual({ value: '41', source: 'COMPANY' });
});

test('a situation for other operations takes no parameter that a level below meant for another situation', () => {
  const substitution = { icmsStModBc: '4', icmsStMva: '40', icmsStRate: '18', fcpRate: '2' };
  const product = { icmsSituation: '10', icmsRate: '18', ...substitution };
  const trace = lineTrace({ TAX_RULE: { icmsSituation: '90' }, PRODUCT: product });
  expect(Object.keys(trace)).not.toEqual(expect.arrayContaining([expect.stringMatching(/^icms(St|Rate)/)]));
  expect(trace.fcpRate).toEqual({ value: '2', source: 'PRODUCT' });
  const agreeing = lineTrace({ TAX_RULE: { icmsSituation: '90' }, PRODUCT: { ...product, icmsSituation: '90' } });
  expect(agreeing.icmsStMva).toEqual({ value: '40', source: 'PRODUCT' });
  const open = lineTrace({ TAX_RULE: { icmsSituation: '90' }, PRODUCT: { icmsStRate: '18' }, COMPANY: product });
  expect(open.icmsStRate).toEqual({ value: '18', source: 'PRODUCT' });
  expect(open.icmsStMva).toBeUndefined();
});

test.each([
  { situation: 'pisSituation', rate: 'pisRate', other: '49' },
  { situation: 'cofinsSituation', rate: 'cofinsRate', other: '99' },
  { situation: 'ipiSituation', rate: 'ipiRate', other: '99' },
] as const)('$situation $other is charged only by who says it or says nothing else', ({ situation, rate, other }) => {
  const item = { [situation]: other };
  expect(lineTrace({ ITEM: item, COMPANY: { [situation]: '50', [rate]: '5' } })[rate]).toBeUndefined();
  expect(lineTrace({ ITEM: item, COMPANY: { [rate]: '5' } })[rate]?.source).toBe('COMPANY');
  expect(lineTrace({ ITEM: { ...item, [rate]: '3' }, COMPANY: { [situation]: '50' } })[rate]?.value).toBe('3');
});

test('a situation that cannot do without a parameter takes it from wherever it is', () => {
  const trace = lineTrace({ ITEM: { icmsSituation: '20' }, COMPANY: { icmsSituation: '00', icmsRate: '18' } });
  expect(trace.icmsRate).toEqual({ value: '18', source: 'COMPANY' });
});

test('of CST and cClassTrib of IBS and CBS the first that is said decides the other', () => {
  const company = { ibsCbsSituation: '000', ibsCbsClassification: '000001' };
  const byClass = lineTrace({ ITEM: { ibsCbsClassification: '200034' }, COMPANY: company });
  expect(byClass.ibsCbsSituation).toEqual({ value: '200', source: 'TABLE' });
  const bySituation = lineTrace({ ITEM: { ibsCbsSituation: '410' }, COMPANY: company });
  expect(bySituation.ibsCbsClassification).toBeUndefined();
  const agreeing = lineTrace({ ITEM: { ibsCbsSituation: '000' }, COMPANY: company });
  expect(agreeing.ibsCbsClassification).toEqual({ value: '000001', source: 'COMPANY' });
});

test('the operation’s value as base of the substitution leaves no margin behind', () => {
  const substitution = { icmsSituation: '10', icmsStModBc: '6', icmsStMva: '40', icmsStRate: '18' };
  const trace = lineTrace({ ITEM: substitution });
  expect(trace.icmsStModBc?.value).toBe('6');
  expect(trace.icmsStMva).toBeUndefined();
});

test('a rate meant for the issuer’s state gives way to the interstate one; who knows the route is taken at his word', () => {
  const rateFrom = (source: (typeof order)[number]) =>
    lineTrace({ [source]: { icmsSituation: '00', icmsRate: '18' } }, interstate).icmsRate;
  for (const source of ['PRODUCT', 'TEMPLATE', 'COMPANY'] as const) {
    expect(rateFrom(source)).toEqual({ value: '7', source: 'TABLE' });
  }
  for (const source of ['ITEM', 'TAX_RULE'] as const) expect(rateFrom(source)).toEqual({ value: '18', source });
  const imported = lineTrace({ PRODUCT: { icmsSituation: '00', icmsOrigin: '1', icmsRate: '7' } }, interstate);
  expect(imported.icmsRate).toEqual({ value: '4', source: 'TABLE' });
  const low = lineTrace({ COMPANY: { icmsSituation: '00', icmsRate: '4' } }, interstate);
  expect(low.icmsRate).toEqual({ value: '4', source: 'COMPANY' });
});

type Sources = {
  item?: TaxFields;
  taxRule?: NonNullable<LevelSources['records']>['items'][number]['taxRule'];
  cfops?: Partial<ProductCfops>;
  product?: TaxFields;
  template?: TaxFields;
  company?: TaxFields;
};

function lineOf({ item, taxRule, cfops, product, template, company }: Sources, operation: Partial<Operation>) {
  const noCfops = { internalCfop: null, interstateContributor: null, interstateNonContributor: null, exportCfop: null };
  const taxation = { cfops: { ...noCfops, ...cfops }, fields: product ?? {} };
  const records = {
    items: [{ taxRule: taxRule ?? null, product: { id: 'p1', name: 'Produto', taxation } }],
    template: template ? { id: 't1', name: 'Modelo', fields: template } : null,
  };
  return levelsOf({ items: [item ?? {}], records, company: company ?? {} }, operationWith(operation))[0];
}

function cfopWith(sources: Sources, operation: Partial<Operation>) {
  return resolveTaxes(lineOf(sources, operation)?.levels ?? []).cfop;
}

function levelsWith({ ITEM, TAX_RULE, PRODUCT, TEMPLATE, COMPANY }: Filled, operation: Partial<Operation>) {
  const subRules = TAX_RULE ? [{ states: [], clientTypes: [], cfops: [], fields: TAX_RULE }] : [];
  const sources: Sources = {
    taxRule: { id: 'r1', name: 'Regra', subRules },
    ...(ITEM && { item: ITEM }),
    ...(PRODUCT && { product: PRODUCT, cfops: { internalCfop: PRODUCT.cfop ?? null } }),
    ...(TEMPLATE && { template: TEMPLATE }),
    ...(COMPANY && { company: COMPANY }),
  };
  return lineOf(sources, operation)?.levels ?? [];
}

function resolved(filled: Filled) {
  return resolveTaxes(levelsWith(filled, {}));
}

function lineTrace(filled: Filled, operation: Partial<Operation> = {}) {
  return resolveLine(levelsWith(filled, operation), operationWith(operation));
}

/** A value that no other level has; if it must be one, a CFOP of a sale. */
function valueAt(source: (typeof order)[number]): string {
  return `510${order.indexOf(source)}`;
}

function subsetsOf<Member>(members: Member[]): Member[][] {
  return members.reduceRight<Member[][]>((sets, member) => [...sets, ...sets.map((set) => [member, ...set])], [[]]);
}
