import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createValidator, type Validator } from '../../../adapters/schemas/validator.ts';
import type { CompanySettings } from '../../../domain/companies/settings.ts';
import type { ItemInput } from '../../../domain/documents/payload.ts';
import { computeNote } from '../../../domain/documents/compute/note.ts';
import { runStep } from '../../../domain/faults.ts';
import { buildNfe } from '../../../domain/nfe/build-nfe.ts';
import { lawTables } from '../../../domain/taxation/law-tables.ts';
import type { TaxRegime } from '../../../domain/taxation/operation.ts';
import { priceContents } from '../../../domain/taxation/price.ts';
import { noteRules } from '../../../simulator/rules/index.ts';
import { readNote } from '../../../simulator/rules/note.ts';
import { publishedEndpoints } from '../../../simulator/transport/endpoints.ts';
import { readXml } from '../../../simulator/xml/element.ts';
import endpoints from '../../../tables/endpoints.json' with { type: 'json' };
import { compute, issuerOf, item, personIn, saleOf } from '../../domain/documents/sale.ts';
import { identity } from '../../support/samples/notes.ts';
import { randomSale } from '../../support/samples/random-sale.ts';
import { makeSigner } from '../../support/samples/signer.ts';
import { simplesPack } from '../../support/servers/simples-pack.ts';
import { unchosenBreaches } from '../support/unchosen-breaches.ts';
import { officialValidator } from '../../support/servers/schema-pack.ts';

const official = officialValidator('nfe');
const withGroups = createValidator(join(simplesPack().folder, 'nfe'));
const signer = makeSigner();
const { host, pathname } = new URL(endpoints.model55.SP.homologation.NfeAutorizacao);
const endpoint = publishedEndpoints().get(`${host}${pathname}`.toLowerCase())!;
const rates = lawTables({
  ibsCbs: {
    source: 'a rate that the Senate might set',
    periods: [{ from: '2026-01-01', until: '2028-12-31', state: '0.05', municipal: '0.05', cbs: '8.7' }],
  },
});
const said = { simplesIbsRate: { '2027-01-01': '0.0215' }, simplesCbsRate: { '2027-01-01': '0.8765' } };
const on = new Date('2027-01-04T12:00:00-03:00');
const csosn = { cfop: '5102', icmsSituation: '102', ibsCbsClassification: '000001', simplesActivity: '01' };
const cst = { ...csosn, icmsSituation: '00', icmsRate: '18' };

type Sold = { regime: TaxRegime; fields: Partial<ItemInput>; ibsCbsRegime?: CompanySettings['ibsCbsRegime'] };

/** The XML of a sale as a worker with these schemas writes it. */
function written({ regime, fields, ibsCbsRegime }: Sold, schemas: Validator): string {
  const issuer = issuerOf(regime, { ...said, ibsCbsRegime });
  const items = [item(fields), item({ ...fields, unitValue: '33.33', freight: '1.00' })];
  const note = compute({ issuer, client: personIn('SP'), payload: saleOf(items), on, rates });
  const hasSimplesGroup = schemas.declares('nfe_v4.00.xsd', 'gTribSN');
  return buildNfe(note, { ...identity, issuedAt: on, hasSimplesGroup }, { signer, csc: null }).xml;
}

function breachesOf(xml: string): number[] {
  return unchosenBreaches(readNote(readXml(xml))!, { endpoint, at: on });
}

const activity = '<cClassTrib>000001</cClassTrib><cAtivSN>01</cAtivSN>';
const ibs = '<gIBSSN><pIBSSN>0.0215</pIBSSN><vIBSSN>0.22</vIBSSN></gIBSSN>';
const cbs = '<gCBSSN><pCBSSN>0.8765</pCBSSN><vCBSSN>8.77</vCBSSN></gCBSSN>';
const total = (values: string) => `<gTribSN>${values}</gTribSN></IBSCBSTot>`;
const cbsTotal = '<vCBSSN>11.70</vCBSSN>';

test.each<[string, Sold, string[], string[]]>([
  [
    'CRT 1',
    { regime: 'SIMPLES', fields: csosn },
    [`${activity}<gTribSN>${ibs}${cbs}</gTribSN></IBSCBS>`, total(`<vIBSSN>0.29</vIBSSN>${cbsTotal}`), '<vNFTot>'],
    ['<gIBSCBS>', 'tpRegimeIBSCBS'],
  ],
  [
    'CRT 2',
    { regime: 'SIMPLES_EXCESS', fields: cst },
    ['<pIBSUF>0.0500</pIBSUF>', '<pCBS>0.0000</pCBS>', `<gTribSN>${cbs}</gTribSN>`, total(cbsTotal)],
    ['gIBSSN', 'tpRegimeIBSCBS'],
  ],
  [
    'CRT 3, its option for CRT 1 pending',
    { regime: 'NORMAL', fields: cst, ibsCbsRegime: { '2027-01-01': 'SIMPLES_PENDING' } },
    ['<CRT>3</CRT><tpRegimeIBSCBS>2<', '<pCBS>8.7000</pCBS>', `<gTribSN>${ibs}${cbs}</gTribSN>`],
    [],
  ],
  [
    'CRT 3, its option for CRT 2 pending',
    { regime: 'NORMAL', fields: cst, ibsCbsRegime: { '2027-01-01': 'SIMPLES_EXCESS_PENDING' } },
    ['<tpRegimeIBSCBS>3<', '<pCBS>8.7000</pCBS>', `<gTribSN>${cbs}</gTribSN>`],
    ['gIBSSN'],
  ],
  [
    'CRT 1 in the regular regime',
    { regime: 'SIMPLES', fields: csosn, ibsCbsRegime: { '2027-01-01': 'REGULAR' } },
    ['<CRT>1</CRT><tpRegimeIBSCBS>1<', '<pCBS>8.7000</pCBS>'],
    ['gTribSN', 'cAtivSN'],
  ],
  [
    'CRT 1, suspended',
    { regime: 'SIMPLES', fields: { ...csosn, ibsCbsClassification: '550001', ibsCbsRegularClassification: '000001' } },
    ['<vCBSSN>0.00</vCBSSN>'],
    ['<gIBSCBS>'],
  ],
  ['CRT 4', { regime: 'MEI', fields: { ...csosn, simplesActivity: null } }, [], ['<IBSCBS>', 'gTribSN']],
])('%s: written, valid and authorized where the schemas have gTribSN', (_of, sale, has, lacks) => {
  const xml = written(sale, withGroups);
  expect(withGroups.validate('nfe_v4.00.xsd', xml)).toEqual([]);
  expect(breachesOf(xml)).toEqual([]);
  for (const part of has) expect(xml).toContain(part);
  for (const part of lacks) expect(xml).not.toContain(part);
});

test.each<[TaxRegime, Partial<ItemInput>]>([
  ['SIMPLES', csosn],
  ['SIMPLES_EXCESS', cst],
])('%s: nothing of IBS and CBS is written where the schemas lack it, and the note is authorized', (regime, fields) => {
  const xml = written({ regime, fields }, official);
  expect(official.validate('nfe_v4.00.xsd', xml)).toEqual([]);
  expect(breachesOf(xml)).toEqual([]);
  expect(xml).not.toMatch(/IBSCBS|cAtivSN|SN>0|vItem|vNFTot/);
  expect(official.validate('nfe_v4.00.xsd', written({ regime, fields }, withGroups))).not.toEqual([]);
});

test('the normal regime keeps its own group where the schemas lack gTribSN', () => {
  const xml = written({ regime: 'NORMAL', fields: cst, ibsCbsRegime: { '2027-01-01': 'SIMPLES_PENDING' } }, official);
  expect(official.validate('nfe_v4.00.xsd', xml)).toEqual([]);
  expect(xml).toContain('<pCBS>8.7000</pCBS>');
  expect(xml).not.toMatch(/gTribSN|cAtivSN|tpRegimeIBSCBS/);
});

test('whatever is sold in 2027, by whoever has a part in Simples, the note is valid and authorized, with its groups and without', async () => {
  const regimes = fc.constantFrom('OF_CRT', 'SIMPLES_PENDING', 'SIMPLES_EXCESS_PENDING', 'REGULAR');
  const seen = new Set<string>();
  await fc.assert(
    fc.asyncProperty(randomSale, regimes, fc.constantFrom(...priceContents), async (sale, regime, priceContent) => {
      const byDay = { priceIncludes: { '2027-01-01': priceContent }, ibsCbsRegime: { '2027-01-01': regime } } as const;
      const { settings } = sale.issuer;
      const taxDefaults = { ...settings.taxDefaults, simplesActivity: '01' };
      const issuer = { ...sale.issuer, settings: { ...settings, ...said, ...byDay, taxDefaults } };
      const { value: note } = runStep(() => computeNote({ ...sale, issuer, on, rates }));
      fc.pre(note !== null);
      for (const [schemas, hasSimplesGroup] of [
        [withGroups, true],
        [official, false],
      ] as const) {
        const { xml } = buildNfe(note, { ...identity, issuedAt: on, hasSimplesGroup }, { signer, csc: null });
        expect(schemas.validate('nfe_v4.00.xsd', xml)).toEqual([]);
        expect(breachesOf(xml)).toEqual([]);
        if (xml.includes('<gTribSN>')) seen.add(settings.taxRegime);
      }
    }),
    { numRuns: 150 },
  );
  expect([...seen].sort()).toEqual(['NORMAL', 'SIMPLES', 'SIMPLES_EXCESS']);
});

/** Codes of the rules that a note breaks; only its regime and classification matter. */
function forged({ crt = '1', group = '', day = '2027-01-04', environment = 1 as 1 | 2 }): number[] {
  const xml =
    `<NFe><infNFe Id="NFe35270111222333000181550010000000011630362747"><ide><finNFe>1</finNFe><dhEmi>${day}T12:00:00-03:00</dhEmi></ide>` +
    `<emit><CRT>${crt}</CRT></emit><det nItem="1"><prod/><imposto>${group}</imposto></det></infNFe></NFe>`;
  const asked = [...publishedEndpoints().values()].find(
    (each) => each.service === 'NfeAutorizacao' && each.environment === environment,
  )!;
  const context = { endpoint: asked, at: new Date(`${day}T12:00:00-03:00`) };
  const note = readNote(readXml(xml))!;
  return noteRules
    .filter(({ cStat }) => [1022, 1115, 1277].includes(cStat))
    .flatMap((rule) => (rule.broken(note, context) ? [rule.cStat] : []));
}

const classed = (code: string, cAtivSN: string, rest = '<gTribSN/>') =>
  `<IBSCBS><CST>${code.slice(0, 3)}</CST><cClassTrib>${code}</cClassTrib><cAtivSN>${cAtivSN}</cAtivSN>${rest}</IBSCBS>`;

test.each([
  ['000001', '90', [1277]],
  ['000001', '01', []],
  ['410014', '90', [1277]],
  ['510001', '90', [1277, 1022]],
  ['410004', '90', [1277]],
  ['410001', '90', []],
] as const)('1277: class %s with activity %s', (code, cAtivSN, expected) => {
  const isWhole = code === '510001';
  expect(forged({ crt: isWhole ? '2' : '1', group: classed(code, cAtivSN) }).sort()).toEqual([...expected].sort());
});

test('1277 is checked from the first day of each environment on', () => {
  const group = classed('000001', '90');
  expect([forged({ group, day: '2026-12-13' }), forged({ group, day: '2026-12-14' })]).toEqual([[], [1277]]);
  const homologation = (day: string) => forged({ group, day, environment: 2 });
  expect([homologation('2026-10-25'), homologation('2026-10-26')]).toEqual([[], [1277]]);
});

test('gIBSCBS is missed but where CRT 1 has gTribSN in its place', () => {
  expect(forged({ group: classed('000001', '01') })).toEqual([]);
  expect(forged({ group: classed('000001', '01', '') })).toEqual([1022]);
  expect(forged({ crt: '3', group: classed('000001', '01') })).toEqual([1022]);
});

test.each(['1', '2', '4'])('1115 has no day for CRT %s yet, and has one for CRT 3 in homologation', (crt) => {
  expect([forged({ crt }), forged({ crt, environment: 2 })]).toEqual([[], []]);
  expect([forged({ crt: '3' }), forged({ crt: '3', environment: 2 })]).toEqual([[], [1115]]);
});
