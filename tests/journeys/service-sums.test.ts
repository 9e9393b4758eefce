import { createPrivateKey, X509Certificate } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createWire, type Wire } from '../../adapters/mutual-tls/wire.ts';
import { type OpenedCertificate, openPfx } from '../../domain/companies/certificate.ts';
import { withAuthorityAmounts } from '../../domain/documents/compute/service-amounts.ts';
import { computeService, type ServiceInput } from '../../domain/documents/compute/service.ts';
import type { ComputedService, ServiceIbsCbs } from '../../domain/documents/computed-service.ts';
import type { DeductionDocument } from '../../domain/documents/service-sale.ts';
import { DomainError } from '../../domain/errors.ts';
import { buildDps } from '../../domain/nfse/dps.ts';
import { pack, readIssuedNfse } from '../../domain/sefin/answers.ts';
import { dispatch } from '../../domain/sefin/authority.ts';
import type { Signer } from '../../domain/xml/signature.ts';
import { issuedAt, randomService } from '../support/samples/random-service.ts';
import { deductionDocument, taker } from '../support/samples/services.ts';
import { compute, served, serviceOf } from '../domain/documents/service.ts';
import { schemaPack } from '../support/servers/schema-pack.ts';
import { type Authority, startAuthority } from '../support/servers/simulator.ts';

/** How many services are generated, and the seed; another seed makes other services. */
const [count, seed] = [400, 20_261_121];
const taxId = '11222333000181';

let folder: string;
let authority: Authority;
let wire: Wire;
let identity: OpenedCertificate;
let signer: Signer;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lavra-sums-'));
  authority = await startAuthority(folder, schemaPack().folder);
  await authority.control('PUT', '/clock', { now: new Date(issuedAt.getTime() + 60_000).toISOString() });
  const { pfx } = await authority.control<{ pfx: string }>('POST', '/certificates', {
    ...{ taxId, name: 'PADARIA LTDA', password: 'segredo', notBefore: '2026-01-01T00:00:00Z' },
  });
  identity = openPfx(Buffer.from(pfx, 'base64'), 'segredo');
  signer = {
    key: createPrivateKey(identity.privateKeyPem),
    certificateBase64: new X509Certificate(identity.certificatePem).raw.toString('base64'),
  };
  wire = createWire({
    caBundle: authority.caPem,
    address: { host: '127.0.0.1', port: authority.port },
    timeoutMs: 60_000,
    maxAnswerBytes: 4 * 1024 * 1024,
  });
});
afterAll(async () => {
  await wire.close();
  await authority.stop();
  await rm(folder, { recursive: true });
});

test('whatever service we accept, the authority issues, and its sums are ours to the cent', async () => {
  const services = fc.sample(randomService, { numRuns: count, seed }).flatMap((input) => {
    const service = accepted(input);
    return service ? [service] : [];
  });
  expect(services.length).toBeGreaterThan(count / 3);
  const told = new Map<string, string[]>();
  for (const [index, service] of services.entries()) {
    for (const disagreement of await compared(service, index + 1)) {
      told.set(disagreement, [...(told.get(disagreement) ?? []), inWords(service)]);
    }
  }
  expect([...told].map(([what, services]) => [what, services.length, services[0]])).toEqual([]);
});

test('rentals and intangibles are issued from the day of their codes on, and before it the authority refuses them too', async () => {
  const codes = ['990201', '990301', '990302', '990303', '990304', '990305', '990401'];
  const on = new Date('2026-12-01T15:00:00Z');
  await authority.control('PUT', '/clock', { now: new Date(on.getTime() + 60_000).toISOString() });
  for (const [index, serviceCode] of codes.entries()) {
    const rental = compute({ on, payload: serviceOf([served({ serviceCode })]) });
    expect(rental.amounts).toMatchObject({ issBase: null, iss: null });
    expect(await compared(rental, 1_000 + index, on)).toEqual([]);

    const sentEarly = { ...rental, competence: '2026-11-30' };
    expect(await compared(sentEarly, 2_000 + index, on)).toEqual([expect.stringMatching(/^E0310 /)]);
  }
});

const town = { municipalityCode: '3550308', number: '77', verificationCode: 'AB12CD' };

test.each<[string, number, Partial<DeductionDocument>]>([
  ['a municipal NFS-e', 3_000, { municipalNfse: town }],
  ['a fiscal number', 3_002, { fiscalNumber: '1234' }],
  ['another number', 3_004, { otherNumber: 'Recibo 7' }],
])(
  'a document without a key, by %s, proves a deduction with its supplier, and without one the authority refuses it',
  async (_form, number, form) => {
    const named = { fiscalNumber: null, ...form, supplier: taker };
    const documents = [deductionDocument({ issueDate: '2026-11-10', ...named })];
    const deducted = compute({
      on: issuedAt,
      payload: serviceOf([served()], { service: { deductions: { documents } } }),
    });
    await authority.control('PUT', '/clock', { now: new Date(issuedAt.getTime() + 60_000).toISOString() });
    expect(await compared(deducted, number)).toEqual([]);

    const ofNobody = { documents: documents.map((document) => ({ ...document, supplier: null })) };
    expect(await compared({ ...deducted, deductions: ofNobody }, number + 1)).toEqual([
      expect.stringMatching(/^E0477 /),
    ]);
  },
);

/** The computed service; null if its form or its taxes are refused. */
function accepted(input: ServiceInput): ComputedService | null {
  try {
    return computeService(input);
  } catch (error) {
    if (error instanceof DomainError) return null;
    throw error;
  }
}

/** The differences between the authority and the product about a service: rejections, or sums. */
async function compared(service: ComputedService, number: number, at = issuedAt): Promise<string[]> {
  const { xml, dpsId } = buildDps(
    service,
    { series: 1, number, issuedAt: at, environment: 'HOMOLOGATION', version: '0.1.0' },
    signer,
  );
  const { request, read } = dispatch('HOMOLOGATION', {
    service: 'NfseEmissao',
    path: '/nfse',
    body: { dpsXmlGZipB64: pack(xml) },
    read: readIssuedNfse,
  });
  const answer = read(await wire.say({ ...request, identity }));
  if (answer.kind === 'refused') return answer.errors.map(({ code, description }) => `${code} ${description}`);
  expect(answer.facts.dps.id).toBe(dpsId);
  const after = withAuthorityAmounts(service, answer.facts);
  return [
    ...sums.filter((name) => isKnown(service, name) && after.amounts[name] !== service.amounts[name]),
    ...unevenLines(after),
  ];
}

const sums = ['issBase', 'issRate', 'iss', 'issWithheld', 'deductions', 'benefit', 'withheld', 'net'] as const;

/** Whether a sum can be known before the authority's answer: not if ISSQN is withheld at a rate that only the municipality knows. */
function isKnown({ amounts, fields }: ComputedService, name: (typeof sums)[number]): boolean {
  const isIssUnknown = fields.issWithholding !== '1' && amounts.iss === null;
  return amounts[name] !== null && !(isIssUnknown && (name === 'withheld' || name === 'net'));
}

/** The names of IBS and CBS values whose sum over the lines is not what the authority computed. */
function unevenLines({ items, amounts: { ibsCbs } }: ComputedService): string[] {
  if (!ibsCbs) return items.some((item) => item.ibsCbs) ? ['lines without a whole'] : [];
  const names = ['base', 'stateValue', 'municipalValue', 'ibsValue', 'cbsValue'] as const;
  return names.filter(
    (name) => centsOf(ibsCbs, name) !== items.reduce((sum, item) => sum + centsOf(item.ibsCbs, name), 0),
  );
}

function centsOf(of: ServiceIbsCbs | null, name: keyof ServiceIbsCbs): number {
  return of ? Math.round(Number(of[name]) * 100) : Number.NaN;
}

/** The service as JSON, to describe it in a failure. */
function inWords({ regime, fields, place, taker, amounts, deductions }: ComputedService): string {
  return JSON.stringify({ regime, fields, place, taker: taker?.documentType, deductions, amounts });
}
