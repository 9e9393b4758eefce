import { createPrivateKey, X509Certificate } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import fc from 'fast-check';
import { createWire, type Wire } from '../../adapters/mutual-tls/wire.ts';
import { openPfx, type OpenedCertificate } from '../../domain/companies/certificate.ts';
import { withAuthorityAmounts } from '../../domain/documents/compute/authority-amounts.ts';
import { computeService, type ServiceInput } from '../../domain/documents/compute/service.ts';
import type { ComputedService, ServiceIbsCbs } from '../../domain/documents/computed-service.ts';
import { DomainError } from '../../domain/errors.ts';
import { buildDps } from '../../domain/nfse/build-dps.ts';
import { readIssued } from '../../domain/sefin/answers.ts';
import { dispatch } from '../../domain/sefin/authority.ts';
import { pack } from '../../domain/sefin/payload.ts';
import type { Signer } from '../../domain/xml/signature.ts';
import { issuedAt, randomService } from '../support/random-service.ts';
import { schemaPack } from '../support/schema-pack.ts';
import { type Authority, startAuthority } from '../support/simulator.ts';

/** How many services are asked for, and where their generation starts: another seed makes other ones. */
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

/** The service as it is computed; null where its form or its taxes are refused. */
function accepted(input: ServiceInput): ComputedService | null {
  try {
    return computeService(input);
  } catch (error) {
    if (error instanceof DomainError) return null;
    throw error;
  }
}

/** In what the authority and we disagree about a service: its rejections, or sums. */
async function compared(service: ComputedService, number: number): Promise<string[]> {
  const { xml, dpsId } = buildDps(
    service,
    { series: 1, number, issuedAt, environment: 'HOMOLOGATION', version: '0.1.0' },
    signer,
  );
  const { request, read } = dispatch('HOMOLOGATION', {
    service: 'NfseEmissao',
    path: '/nfse',
    body: { dpsXmlGZipB64: pack(xml) },
    read: readIssued,
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

/** Where only the municipality knows the rate of an ISSQN that is withheld, nobody knows before its answer what will be paid. */
function isKnown({ amounts, fields }: ComputedService, name: (typeof sums)[number]): boolean {
  const isIssUnknown = fields.issWithholding !== '1' && amounts.iss === null;
  return amounts[name] !== null && !(isIssUnknown && (name === 'withheld' || name === 'net'));
}

/** What the lines of a service say of IBS and CBS and does not add up to what the authority computed. */
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

/** What makes a service what it is. */
function inWords({ regime, fields, place, taker, amounts, deductions }: ComputedService): string {
  return JSON.stringify({ regime, fields, place, taker: taker?.documentType, deductions, amounts });
}
