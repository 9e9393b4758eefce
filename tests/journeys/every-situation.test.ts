import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBlobs } from '../../adapters/blobs/open-blobs.ts';
import { createApp } from '../../api/app.ts';
import type { ClientSnapshot } from '../../domain/clients/client-input.ts';
import type { ItemInput } from '../../domain/documents/payload.ts';
import { type Decimal, decimal, sum } from '../../domain/money.ts';
import { masterKey } from '../../domain/seal.ts';
import { shippedLawTables } from '../../domain/taxation/law-tables.ts';
import { type TaxRegime, taxRegimes } from '../../domain/taxation/operation.ts';
import { child, children, readXml, type XmlElement } from '../../domain/xml/reader.ts';
import { checkingContract } from '../api/own-api.ts';
import { item, taxpayerIn } from '../domain/documents/sale.ts';
import { taxCases } from '../domain/taxation/cases/index.ts';
import { byHand, printed } from '../domain/taxation/cases/printed.ts';
import type { TaxCase } from '../domain/taxation/cases/tax-case.ts';
import { until } from '../support/checks/until.ts';
import { type Installation, openInstallation } from '../support/servers/installation.ts';
import { officialValidator } from '../support/servers/schema-pack.ts';

/** How long a hundred notes at once may take on a busy machine. */
const settledWithinMs = 600_000;

/** Companies of São Paulo, one of each regime. */
const taxIds = {
  NORMAL: '11222333000181',
  SIMPLES: '12345678000195',
  SIMPLES_EXCESS: '98765432000198',
  MEI: '04252011000110',
} satisfies Record<TaxRegime, string>;
/** The example of a registration that each state publishes. */
const registrations = new Map([
  ['SP', '110042490114'],
  ['BA', '12345663'],
  ['RJ', '99999993'],
  ['MG', '0623079040081'],
  ['ES', '999999990'],
]);
/** Only cases with companies of this test's settings; other tests compute the cases of other states or settings. */
const { rounding, interstateRates, ...situations } = taxCases;
const isOfHouse = ({ settings }: TaxCase) => settings === undefined;
const alone = Object.values(situations).flat().filter(isOfHouse);
const together = [...alone, ...rounding, ...interstateRates.filter(isOfHouse)].filter((of) => !of.to && !of.document);

const validator = officialValidator('nfe');
let installation: Installation;
let server: Server;
const keys = new Map<TaxRegime, string>();
beforeAll(async () => {
  installation = await openInstallation();
  for (const taxRegime of taxRegimes) {
    const { key } = await installation.openCompany({
      taxId: taxIds[taxRegime],
      taxRegime,
      taxDefaults: { cfop: '5102', benefitCode: 'SEM CBENEF' },
    });
    keys.set(taxRegime, key);
  }
  const { orm, client: temporal, env, parts } = installation;
  const { logger, deliverer } = parts;
  server = createApp(
    {
      ...{ orm, temporal, masterKey: masterKey(env.masterKeyBytes()), deliverer, logger, rates: shippedLawTables },
      blobs: openBlobs(env.blobs),
      renderer: { pdf: async () => Buffer.from('%PDF-') },
      guard: { allowLocal: true },
      stopping: new AbortController().signal,
      version: '0.0.0-test',
    },
    { contract: checkingContract() },
  ).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
});
afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await installation.close();
});

test('every case that was worked out by hand is authorized, and its XML says the same', async () => {
  const notes = await issue(alone.map((of) => ({ ...of, items: [of.item] })));
  for (const [index, { of, gives }] of alone.entries()) {
    const expected = byHand(gives);
    const note: unknown = expect.objectContaining(expected.note ?? {});
    expect({ of, ...printed(notes[index]!) }).toEqual({ of, ...expected, note });
  }
});

test('situations of a regime side by side in one note add up to its totals', async () => {
  const sales = taxRegimes.map((regime) => {
    return { regime, items: together.filter((of) => of.regime === regime).map((of) => of.item) };
  });
  for (const [index, note] of (await issue(sales)).entries()) {
    expect(children(note, 'det')).toHaveLength(sales[index]!.items.length);
    expectTotals(note);
  }
});

type Sale = Pick<TaxCase, 'regime' | 'to' | 'document'> & { items: Partial<ItemInput>[] };

/** Issues sales in parallel through the API. @returns the `infNFe` of each, which the official schema accepted */
async function issue(sales: Sale[]): Promise<XmlElement[]> {
  const paths = await Promise.all(sales.map(create));
  for (const regime of taxRegimes) {
    const areSettled = async (): Promise<boolean> => {
      const { meta } = await json(regime, 'GET', '/v1/fiscal-documents?status=PROCESSING&environment=ALL');
      return (meta as { total: number }).total === 0;
    };
    await until('notes are settled', areSettled, settledWithinMs);
  }
  return Promise.all(
    sales.map(async ({ regime }, index) => {
      const path = paths[index]!;
      expect(await json(regime, 'GET', path)).toMatchObject({ status: 'AUTHORIZED', rejectionReason: null });
      const xml = await (await call(regime, 'GET', `${path}/xml`)).text();
      expect(validator.validate('procNFe_v4.00.xsd', xml)).toEqual([]);
      return child(readXml(xml), 'NFe', 'infNFe')!;
    }),
  );
}

async function create({ regime, to = taxpayerIn('SP'), document, items }: Sale): Promise<string> {
  const { id } = await json(regime, 'POST', '/v1/fiscal-documents', {
    type: 'NFE',
    emit: true,
    operationNature: 'Venda de mercadoria',
    client: inline(to),
    items: items.map(item),
    ...document,
  });
  return `/v1/fiscal-documents/${String(id)}`;
}

/** The client as an ERP writes it into a sale. */
function inline({ name, document, taxpayerType, address }: ClientSnapshot) {
  const { street, number, neighborhood, city, state, municipalityCode } = address!;
  const stateRegistration = taxpayerType === 'CONTRIBUINTE' ? registrations.get(state!) : null;
  return {
    name,
    document,
    taxpayerType,
    stateRegistration,
    street,
    number,
    neighborhood,
    city,
    state,
    municipalityCode,
    zipCode: '01001000',
  };
}

/** Each total, and the field in a group of the lines whose sum it is. */
const totals: { total: string[]; group: string[]; field: string }[] = [
  ...['vBC', 'vICMS', 'vFCP', 'vBCST', 'vFCPST'].map((field) => ofTax('ICMS', field)),
  ofTax('ICMS', 'vICMSST', 'vST'),
  ...[ofTax('IPI', 'vIPI'), ofTax('PIS', 'vPIS'), ofTax('COFINS', 'vCOFINS')],
  ...['vProd', 'vFrete', 'vSeg', 'vDesc', 'vOutro'].map((field) => ({
    total: ['ICMSTot', field],
    group: ['prod'],
    field,
  })),
];
const reformTotals: typeof totals = [
  { total: ['IBSCBSTot', 'vBCIBSCBS'], group: ['imposto', 'IBSCBS', 'gIBSCBS'], field: 'vBC' },
  { total: ['IBSCBSTot', 'gIBS', 'vIBS'], group: ['imposto', 'IBSCBS', 'gIBSCBS'], field: 'vIBS' },
  { total: ['IBSCBSTot', 'gCBS', 'vDif'], group: ['imposto', 'IBSCBS', 'gIBSCBS', 'gCBS'], field: 'vDif' },
  { total: ['IBSCBSTot', 'gCBS', 'vCBS'], group: ['imposto', 'IBSCBS', 'gIBSCBS', 'gCBS'], field: 'vCBS' },
  { total: ['vNFTot'], group: [], field: 'vItem' },
];

function ofTax(tax: string, field: string, total = field) {
  return { total: ['ICMSTot', total], group: ['imposto', tax], field };
}

function expectTotals(note: XmlElement): void {
  const hasReform = child(note, 'total', 'IBSCBSTot') !== undefined;
  for (const { total, group, field } of [...totals, ...(hasReform ? reformTotals : [])]) {
    const parts = children(note, 'det').flatMap((line) => fieldsNamed(child(line, ...group), field));
    expect(`${total.join('/')} ${child(note, 'total', ...total)?.text}`).toBe(
      `${total.join('/')} ${sum(parts).toFixed(2)}`,
    );
  }
}

function fieldsNamed(element: XmlElement | undefined, name: string): Decimal[] {
  return (element?.children ?? []).flatMap((one) => (one.name === name ? [decimal(one.text)] : fieldsNamed(one, name)));
}

async function json(regime: TaxRegime, method: string, path: string, body?: unknown): Promise<Record<string, unknown>> {
  const answer = await call(regime, method, path, body);
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`);
  return JSON.parse(text) as Record<string, unknown>;
}

function call(regime: TaxRegime, method: string, path: string, body?: unknown): Promise<Response> {
  return fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`, {
    method,
    headers: { authorization: `Bearer ${keys.get(regime)}`, ...(body ? { 'content-type': 'application/json' } : {}) },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
}
