import { afterAll, beforeAll, expect, test } from 'vitest';
import fc from 'fast-check';
import { z } from 'zod';
import { buildAccessKey } from '../../../domain/access-key.ts';
import { Document } from '../../../domain/documents/document.entity.ts';
import { acrossCompanies } from '../../../operations/in-company.ts';
import { type Field, fieldsOf, isDecimal, wrongTypes } from '../../api/contract-fields.ts';
import { item, newCompany, sale, startApi, type TestApi } from '../../api/fixture.ts';
import { replaced } from '../../api/replaced.ts';

let api: TestApi;
let key: string;
let companyId: string;
beforeAll(async () => {
  api = await startApi();
  const { company, key: secret } = await newCompany(api.orm);
  [companyId, key] = [company.id, secret];
});
afterAll(() => api.close());

/** The key of a note by which goods were bought to be exported. */
const bought = buildAccessKey({
  ...{ stateCode: '35', yearMonth: '2611', taxId: '11222333000181', model: '55', series: 1, number: 42 },
  ...{ emissionType: '1', cNF: '00000042' },
});

/** A sale with every optional part, accepted as it is. */
const whole = sale({
  emit: false,
  externalId: 'venda-1',
  discount: 0,
  additionalInfo: 'Obrigado',
  purpose: 'NORMAL',
  operationType: 'OUT',
  presence: '9',
  finalConsumer: false,
  referencedDocuments: [bought],
  authorizedTaxIds: ['52998224725'],
  mailTo: ['fiscal@contador.example'],
  duplicates: [{ number: '001', dueDate: '2027-01-31', value: '105.00' }],
  transport: {
    freightType: 'SENDER',
    freightValue: 5,
    volumeQuantity: 2,
    volumeSpecies: 'CAIXA',
    volumeGrossWeight: 1.5,
    volumeNetWeight: '1.250',
    vehiclePlate: 'ABC1D23',
    vehicleState: 'SP',
    volumeSeals: ['L1'],
    trailers: [{ plate: 'DEF4G56', state: 'SP', rntc: '12345678' }],
  },
  advancePayments: [bought],
  governmentPurchase: { entity: 'STATE', operation: 'SUPPLY_ALREADY_PAID', previousDocuments: [bought] },
  remarks: [{ field: 'Rota', text: '12' }],
  taxOfficeRemarks: [{ field: 'Regime', text: 'RE 1' }],
  legalProcesses: [{ number: '1', origin: 'CONFAZ' }],
  pesticidePrescriptions: [{ number: '1', agronomistTaxId: '52998224725' }],
  sugarCane: {
    ...{ harvest: '2026/2027', month: '2026-10', previousKilograms: 0, value: 100 },
    ...{ deliveries: [{ day: 1, kilograms: 1 }], deductions: [{ description: 'Taxa', value: 1 }] },
  },
  payments: [
    { method: 'CREDIT_CARD', value: 105, card: { integration: 'STANDALONE', brand: 'VISA', authorization: '1' } },
  ],
  items: [
    item({
      gtin: '7891000315507',
      cest: '1709300',
      icmsOrigin: '0',
      cfop: '5656',
      icmsSituation: '61',
      icmsRate: 18,
      pisSituation: '01',
      pisRate: '1.65',
      additionalInfo: 'Lote 7',
      fuel: {
        anpCode: '320102001',
        biodieselPercent: 30,
        origins: [{ imported: false, state: 'SP', percent: 100 }],
        cide: { quantity: 1, rate: '0.1' },
        meter: { nozzle: '1', pump: '2', tank: '3', start: 10, end: '10.5' },
      },
      furtherPresumedCredits: [{ code: 'SP000002', rate: 1 }],
      drawbacks: ['12345678901'],
      indirectExport: [{ registration: '000000000001', accessKey: bought, quantity: 4 }],
      importDeclarations: [
        {
          ...{ number: '26BR00000000001', date: '2026-11-01', transportMode: 'AIR', intermediation: 'OWN' },
          ...{ clearancePlace: 'Guarulhos', clearanceState: 'SP', clearanceDate: '2026-11-03', exporterCode: 'E1' },
          additions: [{ sequence: 1, manufacturerCode: 'F1' }],
        },
      ],
      lots: [{ number: 'L1', quantity: 4, manufacturedOn: '2026-01-01', expiresOn: '2027-01-01' }],
    }),
  ],
});

test('the whole sale that the others are made from is accepted', async () => {
  const { status, body } = await create(whole);
  expect({ status, body }).toMatchObject({ status: 201 });
});

/** Fields of services are tested with a service (`service.test.ts`). */
const fields = fieldsOf('FiscalDocumentCreation').filter(({ path }) => !/^(service|replaces)\b/.test(path));

test('the table below knows every field of the contract', () => {
  expect(fields.length).toBeGreaterThan(100);
  expect(fields.map(({ path }) => path)).toEqual(
    expect.arrayContaining(['type', 'items[0].quantity', 'payments[0].card.brand', 'transport.vehiclePlate']),
  );
});

test.each(fields.map((field): [string, Field] => [field.path, field]))(
  '%s refuses every wrong type and says its own name',
  async (path, { schema }) => {
    for (const wrong of wrongTypes(schema)) {
      const { status, body } = await create(replaced(whole, path, wrong));
      expect({ wrong, status, code: body.code }).toEqual({ wrong, status: 400, code: 'validation_error' });
      expect(pathsOf(body)).toContain(path);
    }
  },
);

test.each(fields.filter(({ schema }) => isDecimal(schema)).map(({ path }) => path))(
  '%s refuses what is no decimal, is negative or is out of bounds',
  async (path) => {
    const hostile = [
      -1,
      '-1',
      1e20,
      '99999999999999999999',
      '1e5',
      '1,5',
      '1.000.000,00',
      ' 1 ',
      'NaN',
      'Infinity',
      '0x10',
      '1.',
      '.5',
      '',
    ];
    for (const wrong of hostile) {
      const { status, body } = await create(replaced(whole, path, wrong));
      expect({ wrong, status, code: body.code }).toEqual({ wrong, status: 400, code: 'validation_error' });
      expect(pathsOf(body)).toContain(path);
    }
  },
);

test.each(
  fields.filter(({ schema }) => schema.maxLength !== undefined).map((field): [string, Field] => [field.path, field]),
)('%s refuses a text longer than it can keep', async (path, { schema }) => {
  const { status, body } = await create(replaced(whole, path, 'x'.repeat((schema.maxLength ?? 0) + 1)));
  expect({ status, code: body.code }).toEqual({ status: 400, code: 'validation_error' });
  expect(pathsOf(body)).toContain(path);
});

test.each([
  ['', 'extra'],
  ['items[0].', 'items[0].icmsCst'],
  ['payments[0].', 'payments[0].tax'],
  ['transport.', 'transport.speed'],
  ['client.', 'client.id'],
])('a field unknown in %j is refused, not ignored', async (_where, path) => {
  const { status, body } = await create(replaced(whole, path, 'x'));
  expect({ status, code: body.code }).toEqual({ status: 400, code: 'validation_error' });
  expect(body.issues).toEqual([{ path, message: 'é desconhecido: confira o nome na documentação' }]);
});

test.each([
  ['externalID_', 'externalId'],
  ['client.documento', 'document'],
  ['items[0].quantitty', 'quantity'],
  ['items[0].ncmCode', 'ncm'],
  ['payments[0].metod', 'method'],
  ['payments[0].card.autorization', 'authorization'],
])('a field that is misspelt as %s is reported with the name that was meant: %s', async (path, name) => {
  const { status, body } = await create(replaced(whole, path, 'x'));
  expect(status).toBe(400);
  expect(body.issues).toEqual([{ path, message: `é desconhecido (você quis dizer ${name}?)` }]);
});

test.each([
  ['type', 'NF-e', 'NFE'],
  ['payments[0].method', 'credit card', 'CREDIT_CARD'],
  ['transport.freightType', 'SENDR', 'SENDER'],
])('of a misspelt value of %s, %j, the one that was meant is reported', async (path, value, likely) => {
  const { body } = await create(replaced(whole, path, value));
  const message = expect.stringMatching(new RegExp(`^deve ser um destes: .* \\(você quis dizer ${likely}\\?\\)$`));
  expect(body.issues).toContainEqual({ path, message });
});

test('a misspelt parameter, and a misspelt value of one, are reported with what was meant', async () => {
  const listed = async (query: string) => (await api.call('GET', `/v1/fiscal-documents?${query}`, { key })).body.issues;
  expect(await listed('pagesize=10')).toEqual([
    { path: 'pagesize', message: 'é um parâmetro desconhecido (você quis dizer pageSize?)' },
  ]);
  expect(await listed('environment=PRODUCAO')).toEqual([
    { path: 'environment', message: expect.stringMatching(/\(você quis dizer PRODUCTION\?\)$/) },
  ]);
});

test('a name that may stand anywhere else is no reason to guess, and neither are names that objects have by themselves', async () => {
  for (const path of ['constructor', 'items[0].toString', 'xyz'.repeat(10_000)]) {
    const { body } = await create(replaced(whole, path, 'x'));
    expect(body.issues).toEqual([{ path, message: 'é desconhecido: confira o nome na documentação' }]);
  }
});

test.each(['type', 'items', 'items[0].quantity', 'payments[0].method'])(
  'without %s the sale is refused',
  async (path) => {
    const { status, body } = await create(replaced(whole, path, undefined));
    expect(status).toBe(400);
    expect(body.issues).toEqual([{ path, message: 'é obrigatório' }]);
  },
);

test.each(['operationNature', 'items[0].code', 'items[0].description', 'items[0].unitValue'])(
  'without %s, and without a record that says it, the sale is refused',
  async (path) => {
    for (const nothing of [undefined, null]) {
      const { status, body } = await create(replaced(whole, path, nothing));
      expect({ status, code: body.code }).toEqual({ status: 400, code: 'validation_error' });
      expect(pathsOf(body)).toEqual([path]);
    }
  },
);

test.each([
  [{ items: [item({ cest: '123456' })] }, 422, 'invalid_cest', 'items[0].cest'],
  [{ items: [item({ cfop: '51' })] }, 422, 'invalid_cfop', 'items[0].cfop'],
  [{ items: [item({ quantity: 0 })] }, 400, 'validation_error', 'items[0].quantity'],
  [{ items: [item({ quantity: '0' })] }, 400, 'validation_error', 'items[0].quantity'],
  [{ items: [item({ quantity: 1.23456 })] }, 400, 'validation_error', 'items[0].quantity'],
  [{ items: [item({ discount: 10.001 })] }, 400, 'validation_error', 'items[0].discount'],
  [{ items: [item({ icmsRate: 100.01 })] }, 400, 'validation_error', 'items[0].icmsRate'],
  [{ items: [item({ icmsRate: 1.23456 })] }, 400, 'validation_error', 'items[0].icmsRate'],
  [{ payments: [{ method: 'OTHERS', value: 100 }] }, 400, 'validation_error', 'payments[0].description'],
  [{ payments: [{ method: 'PIX', value: 99 }] }, 422, 'invalid_payments', 'payments'],
  [{ transport: { vehiclePlate: 'ABC1D23' } }, 400, 'validation_error', 'transport.vehicleState'],
  [{ transport: { vehiclePlate: 'ABC*1234', vehicleState: 'SP' } }, 422, 'invalid_plate', 'transport.vehiclePlate'],
  [{ transport: { vehiclePlate: '-', vehicleState: 'SP' } }, 422, 'invalid_plate', 'transport.vehiclePlate'],
  [{ transport: { volumeNetWeight: -1 } }, 400, 'validation_error', 'transport.volumeNetWeight'],
  [{ transport: { volumeQuantity: -1 } }, 400, 'validation_error', 'transport.volumeQuantity'],
  [{ type: 'NFSE', transport: { freightType: 'SENDER' } }, 400, 'validation_error', 'transport'],
  [{ client: { name: 'Ana', document: '11444777000162' } }, 400, 'validation_error', 'client.document'],
  [{ client: { name: 'Ana', document: '12345678901' } }, 400, 'validation_error', 'client.document'],
  [{ duplicates: [{ dueDate: '2027-02-30', value: 100 }] }, 400, 'validation_error', 'duplicates[0].dueDate'],
  [{ items: [] }, 400, 'validation_error', 'items'],
])('%j is %i %s at %s', async (change, status, code, path) => {
  const answer = await create(sale(change));
  expect({ status: answer.status, code: answer.body.code }).toEqual({ status, code });
  expect(pathsOf(answer.body)).toContain(path);
});

test('all faults are reported at once, a hundred at most', async () => {
  const items = Array.from({ length: 200 }, () => item({ quantity: 'x' }));
  const { body } = await create(sale({ items }));
  expect(body.issues).toHaveLength(100);
  expect(body.message).toMatch(/e mais 199 em issues/);
});

test('nothing of what was refused above was stored', async () => {
  expect(await acrossCompanies(api.orm).count(Document, { company: companyId })).toBe(1);
});

test('no body whatever is a 500', async () => {
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...fields), fc.jsonValue(), async ({ path }, value) => {
      for (const operation of ['', '/preview']) {
        const sent = { key, body: replaced(whole, path, value) };
        const { status, body } = await api.call('POST', `/v1/fiscal-documents${operation}`, sent);
        expect(status).toBeLessThan(500);
        if (status > 201) expect(body).toMatchObject({ statusCode: status, code: expect.any(String) });
      }
    }),
    { numRuns: 150 },
  );
});

test('a faulty client is reported with the faults of the body’s form, at the same try', async () => {
  const wrong = sale({ client: { name: 'Comércio Água Boa S/A', document: '11444777000162' } });
  const { status, body } = await create(replaced(wrong, 'items[0].quantity', 'dois'));
  expect({ status, paths: pathsOf(body) }).toEqual({ status: 400, paths: ['items[0].quantity', 'client.document'] });
});

function create(body: unknown) {
  return api.call('POST', '/v1/fiscal-documents', { key, body });
}

function pathsOf(body: Record<string, unknown>): string[] {
  return z
    .array(z.object({ path: z.string() }))
    .parse(body.issues ?? [])
    .map(({ path }) => path);
}
