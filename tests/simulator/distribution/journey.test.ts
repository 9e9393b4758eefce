import { afterAll, beforeAll, expect, test } from 'vitest';
import type { A1Certificate } from '../../../simulator/certificates/a1.ts';
import { simulatorSettings } from '../../../simulator/settings.ts';
import { openSchemas } from '../../../simulator/xml/schemas.ts';
import { code } from '../support/client.ts';
import { askFor, load, setClock } from '../support/distribution.ts';
import { manifestation, sendEvent } from '../support/events.ts';
import type { Started } from '../support/start.ts';
import { start } from '../support/start.ts';

const buyerTaxId = '11444777000161';
const supplier = { taxId: '11222333000181', name: 'Fornecedor & Cia' };
const hourMs = 3_600_000;
const schemas = openSchemas(simulatorSettings().schemas, new Date());

let started: Started;
let buyer: A1Certificate;

beforeAll(async () => {
  started = await start();
  buyer = await started.simulator.issueCertificate({ taxId: buyerTaxId });
});
afterAll(async () => {
  await started.stop();
  schemas.close();
});

test("a supplier's note comes as a summary, and whole after the buyer is aware of it", async () => {
  const { simulator } = started;
  const [chNFe = ''] = await load(simulator, { issuer: supplier, recipient: { taxId: buyerTaxId }, total: '250.00' });

  const first = await askFor(simulator, { taxId: buyerTaxId, certificate: buyer, after: 0 });
  expect(first).toMatchObject({
    cStat: 138,
    ultNSU: 1,
    maxNSU: 1,
    documents: [{ nsu: 1, schema: 'resNFe_v1.01.xsd' }],
  });
  expect(first.documents[0]?.xml).toContain(`<chNFe>${chNFe}</chNFe>`);

  expect(code(await sendEvent(started, buyer, manifestation(chNFe, '210210')))).toBe(135);
  await setClock(simulator, new Date(Date.now() + hourMs));
  const second = await askFor(simulator, { taxId: buyerTaxId, certificate: buyer, after: 1 });
  expect(second).toMatchObject({ cStat: 138, ultNSU: 2, documents: [{ nsu: 2, schema: 'procNFe_v4.00.xsd' }] });
  expect(second.documents[0]?.xml).toContain(`Id="NFe${chNFe}"`);

  for (const { schema, xml } of [...first.documents, ...second.documents]) {
    expect(schemas.faultOf(schema, xml)).toBeUndefined();
  }
  for (const { result } of [first, second]) expect(schemas.faultOf('retDistDFeInt_v1.01.xsd', result)).toBeUndefined();
});
