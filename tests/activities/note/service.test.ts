import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { Company } from '../../../domain/companies/company.entity.ts';
import { AuthorityCall } from '../../../domain/documents/authority-call.entity.ts';
import { Document } from '../../../domain/documents/document.entity.ts';
import { Emission } from '../../../domain/documents/emission.entity.ts';
import { DocumentEvent } from '../../../domain/documents/events/document-event.entity.ts';
import { acrossCompanies } from '../../../operations/in-company.ts';
import { emissionId, messages } from '../../../temporal/names.ts';
import { resolveEmission, startEmission } from '../../../temporal/start.ts';
import { emissionStart } from '../../support/rows/authorized.ts';
import { type Installation, openInstallation } from '../../support/servers/installation.ts';
import { processingService, service } from '../../support/samples/service.ts';
import { cnpjOf } from '../../support/samples/tax-ids.ts';
import { until } from '../../support/checks/until.ts';

type Registered = { chNFSe: string; dpsId: string; nNFSe: string };

let installation: Installation;
let company: Company;
/** Faults of an authority after which the note is still issued, with pauses; each in a company of its own, all at once. */
const faults = {
  'the answer got lost': [{ service: 'NfseEmissao', drop: 'after' }],
  'the authority failed': [{ service: 'NfseEmissao', httpStatus: 500 }],
  'its answer is a page': [{ service: 'NfseEmissao', nfse: { answer: 'page' } }],
  'its answer breaks off': [{ service: 'NfseEmissao', nfse: { answer: 'truncatedGzip' } }],
  'its answer is a bomb': [{ service: 'NfseEmissao', nfse: { answer: 'bomb' } }],
  'its answer has a DTD': [{ service: 'NfseEmissao', nfse: { answer: 'dtd' } }],
  'its answer names no key': [{ service: 'NfseEmissao', nfse: { answer: 'withoutKey' } }],
  'its answer is about another note': [{ service: 'NfseEmissao', nfse: { answer: 'anotherNote' } }],
  duplicity: [
    { service: 'NfseEmissao', drop: 'after' },
    { service: 'DpsConsulta', httpStatus: 503 },
  ],
  pause: [{ service: 'NfseEmissao', nfse: { refuse: 'E1217' } }],
} satisfies Record<string, object[]>;
const met = new Map<string, Awaited<ReturnType<typeof emit>> & { taxId: string }>();
beforeAll(async () => {
  installation = await openInstallation();
  ({ company } = await installation.openCompany());
  const scenes = await Promise.all(
    Object.entries(faults).map(async ([fault, rules], at) => {
      const { company: issuer } = await installation.openCompany({ taxId: cnpjOf(60_000_000 + at) });
      return { fault, issuer, rules: rules.map((rule) => ({ ...rule, cnpj: issuer.taxId, times: 1 })) };
    }),
  );
  await scenario(scenes.flatMap(({ rules }) => rules));
  await Promise.all(
    scenes.map(async ({ fault, issuer }) => met.set(fault, { ...(await emit(service, issuer)), taxId: issuer.taxId })),
  );
  await scenario(null);
});
afterEach(() => scenario(null));
afterAll(() => installation.close());

test('a service is authorized, with the number, the key and the sums that the authority gave it', async () => {
  const { document, emission, calls } = await emit();
  expect(document).toMatchObject({ status: 'AUTHORIZED', number: 1, series: 1, cStat: '100', waitingFor: null });
  expect(document.accessKey).toMatch(/^35503082\d{42}$/);
  expect(document.verificationCode).toBe(document.accessKey?.slice(40, 49));
  expect(document.nfseNumber).toBe('1');
  expect(document.protocolNumber).toMatch(/^\d+$/);
  expect(emission?.subject).toMatch(/^DPS35503082/);
  expect(emission?.procXml).toContain('<NFSe ');
  expect(emission?.accessKey).toBe(document.accessKey);
  const { computed } = await every().findOneOrFail(Document, { id: document.id }, { populate: ['computed'] });
  expect(computed).toMatchObject({
    amounts: { computedBy: 'AUTHORITY', issBase: '2000.00', iss: '100.00', net: '2000.00' },
  });
  expect(calls).toEqual([['NfseEmissao', '100']]);
});

test.each<keyof typeof faults>([
  'the answer got lost',
  'the authority failed',
  'its answer is a page',
  'its answer breaks off',
  'its answer is a bomb',
  'its answer has a DTD',
  'its answer names no key',
  'its answer is about another note',
])('where %s, the DPS is asked for, and what it made is adopted', async (fault) => {
  const { document, calls, taxId } = met.get(fault)!;
  expect(document).toMatchObject({ status: 'AUTHORIZED', cStat: '100' });
  const asked = calls.filter(([name]) => name === 'DpsConsulta' || name === 'NfseConsulta');
  const expected = fault === 'the authority failed' ? ['404', '404'] : ['200', '100'];
  expect(asked.map(([, cStat]) => cStat)).toEqual(expected);
  expect(await registered(taxId)).toHaveLength(1);
});

test('a DPS that arrived by another way is found by its duplicity (E0014), and adopted', async () => {
  const { document, taxId } = met.get('duplicity')!;
  expect(document.status).toBe('AUTHORIZED');
  expect(await registered(taxId)).toHaveLength(1);
});

test('a paused service (E1217) is asked whether it is back, and the same bytes go out again', async () => {
  const { document, calls } = met.get('pause')!;
  expect(document.status).toBe('AUTHORIZED');
  expect(calls).toEqual([
    ['NfseEmissao', 'E1217'],
    ['NfseSituacao', '404'],
    ['NfseEmissao', '100'],
  ]);
});

test('what the authority refuses is rejected with its code and words, keeps its number, and goes out again as it is', async () => {
  await scenario({ service: 'NfseEmissao', nfse: { refuse: 'E0312', description: 'não administrado' }, times: 1 });
  const { document } = await emit();
  expect(document).toMatchObject({ status: 'REJECTED', cStat: 'E0312', accessKey: null });
  expect(document.rejectionReason).toMatch(/^E0312 - não administrado/);
  const { number } = document;
  const again = await emitAgain(document.id);
  expect(again.document).toMatchObject({ status: 'AUTHORIZED', number });
});

test('too many messages (429) are followed by a minute of silence', async () => {
  const { company: hasty } = await installation.openCompany({ taxId: '04252011000110' });
  await scenario({ service: 'NfseEmissao', cnpj: hasty.taxId, httpStatus: 429, times: 1 });
  const { id, attempt } = await start(service, hasty);
  await until('the wait', async () => /um minuto de silêncio/.test((await find(id)).waitingFor ?? ''));
  await installation.client.workflow.getHandle(emissionId(id, attempt)).terminate();
});

test.each([
  [
    'a certificate that the channel refuses',
    { nfse: { refuse: 'E1203' } },
    /Certificado ou assinatura recusados: E1203/,
  ],
  ['HTTP 403', { httpStatus: 403 }, /HTTP 403/],
])('%s waits for a person, and goes on once it is mended', async (_, spoilt, reason) => {
  await scenario({ service: 'NfseEmissao', ...spoilt, times: 1 });
  const { id, attempt } = await start();
  await until('the wait', async () => reason.test((await find(id)).waitingFor ?? ''));
  const run = installation.client.workflow.getHandle(emissionId(id, attempt));
  await run.signal(messages.mended);
  expect(await run.result()).toBe('AUTHORIZED');
});

test('an NFS-e of other content under our DPS stops the note until a person decides', async () => {
  const { document: first } = await emit();
  // Sets the counter back, as a restored backup does: the next DPS has the Id of an authorized one.
  await installation.orm.em
    .fork()
    .execute(`update number_series set next_number = ? where company_id = ? and model = 'NFSE'`, [
      first.number,
      company.id,
    ]);
  await every().nativeUpdate(Document, { id: first.id }, { series: 40_000 });
  const { id, attempt } = await start({ ...service, items: [{ ...service.items[0]!, quantity: '9' }] });
  await until('the stop', async () => /guarda outro conteúdo/.test((await find(id)).waitingFor ?? ''));
  await resolveEmission(installation.client, emissionStart(company, { id, attempt, type: 'NFSE' }), { reject: true });
  expect(await installation.client.workflow.getHandle(emissionId(id, attempt)).result()).toBe('REJECTED');
  await installation.orm.em
    .fork()
    .execute(`update number_series set next_number = 100 where company_id = ? and model = 'NFSE'`, [company.id]);
});

test('a city that is not on the national system ends the note before anything is sent', async () => {
  const { company: other } = await installation.openCompany({
    taxId: '11444777000161',
    address: { ...company.settings!.address, municipalityCode: '4314902', city: 'Porto Alegre', state: 'RS' },
  });
  const { document, calls } = await emit(service, other);
  expect(document).toMatchObject({ status: 'REJECTED', number: 0 });
  expect(document.rejectionReason).toMatch(/Porto Alegre não emite pela SEFIN Nacional/);
  expect(calls).toEqual([]);
});

test('a new NFS-e takes the place of an older one: that is cancelled in the same commit, and its event is kept', async () => {
  const { document: old } = await emit();
  const { document } = await emit({
    ...service,
    items: [{ ...service.items[0]!, quantity: '6' }],
    replaces: {
      documentId: old.id,
      accessKey: old.accessKey!,
      reason: '99',
      description: 'Quantidade de horas corrigida',
    },
  });
  expect(document.status).toBe('AUTHORIZED');
  const replaced = await find(old.id);
  expect(replaced).toMatchObject({ status: 'CANCELLED', cancellationReason: 'Quantidade de horas corrigida' });
  expect(replaced.cancellationDate).not.toBeNull();
  const event = await until('the event', () =>
    every().findOne(DocumentEvent, { document: old.id, status: 'REGISTERED' }, { populate: ['procXml'] }),
  );
  expect(event).toMatchObject({ code: '105102', substituteKey: document.accessKey, reasonCode: '99' });
  expect(event.procXml).toContain(`EVT${old.accessKey}105102`);
});

function every() {
  return acrossCompanies(installation.orm);
}

const find = (id: string): Promise<Document> => every().findOneOrFail(Document, { id });

async function start(payload = service, issuer = company) {
  const { id, attempt } = await processingService(installation.orm, issuer, { payload });
  await startEmission(installation.client, {
    documentId: id,
    attempt,
    companyTaxId: issuer.taxId,
    documentType: 'NFSE',
    title: 'NF-e',
  });
  return { id, attempt };
}

async function emit(payload = service, issuer = company) {
  const { id, attempt } = await start(payload, issuer);
  return ended(id, attempt);
}

async function emitAgain(id: string) {
  const em = every();
  const document = await em.findOneOrFail(Document, { id });
  document.requestEmission(new Date());
  await em.flush();
  const { attempt } = document;
  await startEmission(installation.client, {
    documentId: id,
    attempt,
    companyTaxId: company.taxId,
    documentType: 'NFSE',
    title: 'NF-e',
  });
  return ended(id, attempt);
}

async function ended(id: string, attempt: number) {
  await installation.client.workflow.getHandle(emissionId(id, attempt)).result();
  const document = await find(id);
  const emission = await every().findOne(Emission, { document: id, attempt });
  const calls = await every().find(
    AuthorityCall,
    { subject: emission?.subject ?? '-' },
    { orderBy: { startedAt: 'asc' } },
  );
  return { document, emission, calls: calls.map(({ service: name, cStat }) => [name, cStat]) };
}

function registered(taxId: string): Promise<Registered[]> {
  return installation.authority.control<Registered[]>('GET', `/nfse?cnpj=${taxId}`);
}

function scenario(rules: object | null): Promise<unknown> {
  return rules === null
    ? installation.authority.control('DELETE', '/scenario')
    : installation.authority.control('PUT', '/scenario', rules);
}
