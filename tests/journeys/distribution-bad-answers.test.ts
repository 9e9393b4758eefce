import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Company } from '../../domain/companies/company.entity.ts';
import { AuthorityCall } from '../../domain/documents/authority-call.entity.ts';
import { Distribution } from '../../domain/received/distribution.entity.ts';
import type { DistributionSource } from '../../domain/received/kinds.ts';
import { ReceivedDocument } from '../../domain/received/received-document.entity.ts';
import { ReceivedFile } from '../../domain/received/received-file.entity.ts';
import { acrossCompanies } from '../../operations/in-company.ts';
import { type Deployment, openDeployment } from '../support/servers/deployment.ts';
import type { Erp } from '../support/clients/erp.ts';
import { cnpjOf } from '../support/samples/tax-ids.ts';
import { until } from '../support/checks/until.ts';

const hourSeconds = 6;
const supplier = { taxId: cnpjOf(33_444_555) };
const somebody = { taxId: cnpjOf(66_777_888) };
/**
 * How many documents arrive before anything goes wrong. The others arrive with the bad answer: of goods a summary, a complete note and a
 * correction letter; two services.
 */
const sound = 3;
const queueEnds: Record<DistributionSource, bigint> = { NFE: 6n, NFSE: 5n };
const services: Record<DistributionSource, string> = { NFE: 'NFeDistribuicaoDFe', NFSE: 'NfseDistribuicao' };

type Case = {
  wrong: string;
  source: DistributionSource;
  /** The authority's scenario for the answer with the last documents. */
  rule: object;
  /** Faults of the files that cannot be read, by NSU. */
  faults?: Record<number, RegExp>;
  /** NSUs of the files at the end, if not the whole queue. */
  nsus?: number[];
  /** How many entries the row counts as unreadable. */
  unreadable?: number;
  /** States that the row passes on the way back to ACTIVE, and the reason in the last of them. */
  passes?: { states: string[]; reason: RegExp };
  /** The row in the record of calls about the bad answer. */
  call?: object;
};

const spoil = (how: string, nsu?: number) => ({ times: 1, distribution: { spoil: how, nsu } });
const code = (cStat: number, times = 1) => ({ times, answer: { cStat } });
const lost = { states: ['FAILING'], reason: /se perdeu/ };

const cases: Case[] = [
  ...(['NFE', 'NFSE'] as const).flatMap((source): Case[] => [
    { wrong: 'a gzip bomb', source, rule: spoil('bomb', 4), faults: { 4: /grande demais/ } },
    { wrong: 'a document of 50 MB', source, rule: spoil('huge', 5), faults: { 5: /grande demais/ } },
    { wrong: 'broken base64', source, rule: spoil('brokenBase64', 4), faults: { 4: /base64/ } },
    { wrong: 'a gzip cut short', source, rule: spoil('truncatedGzip', 4), faults: { 4: /cortado/ } },
    { wrong: 'XML with entities', source, rule: spoil('dtd', 5), faults: { 5: /DTD|DOCTYPE/i } },
    { wrong: 'an unknown schema', source, rule: spoil('unknownSchema', 4), faults: { 4: /procDesconhecido/ } },
    { wrong: 'the same NSU twice', source, rule: spoil('repeatedNsu', 4) },
    { wrong: 'NSUs in descending order', source, rule: spoil('unordered') },
    // The entry under an NSU that is already stored counts as unreadable, and the stored file stays.
    { wrong: 'an NSU lower than ours', source, rule: spoil('lowerNsu', 4), unreadable: 1, nsus: without(source, 4) },
    {
      wrong: 'an answer cut in the middle',
      source,
      rule: { times: 1, cut: true },
      passes: lost,
      call: { cStat: null },
    },
    { wrong: 'no answer', source, rule: { times: 1, drop: 'after' }, passes: lost, call: { cStat: null } },
  ]),
  {
    wrong: 'an ultNSU lower than ours',
    source: 'NFE',
    rule: spoil('lowerUltNsu'),
    passes: { states: ['FAILING'], reason: /NSU 2, anterior ao nosso \(3\)/ },
  },
  {
    wrong: '656',
    source: 'NFE',
    rule: code(656),
    passes: { states: ['THROTTLED'], reason: /656 - .*NSU informado: 3; o nosso: 3/s },
    call: { cStat: '656' },
  },
  {
    wrong: '656 twice in a row',
    source: 'NFE',
    rule: code(656, 2),
    passes: { states: ['THROTTLED', 'THROTTLED_TWICE'], reason: /656/ },
    call: { cStat: '656' },
  },
  {
    wrong: '593',
    source: 'NFE',
    rule: code(593),
    passes: { states: ['PAUSED'], reason: /certificado A1 da empresa: 593/ },
    call: { cStat: '593' },
  },
  {
    wrong: '108',
    source: 'NFE',
    rule: code(108),
    passes: { states: ['FAILING'], reason: /parado: 108/ },
    call: { cStat: '108' },
  },
  ...['brokenSignature', 'anotherKey'].map((how): Case => ({ wrong: how, source: 'NFE', rule: spoil(how, 5) })),
];

type Party = Case & { company: Company; erp: Erp };

let deployment: Deployment;
const parties: Party[] = [];
beforeAll(async () => {
  deployment = await openDeployment({ distributionWaitSeconds: hourSeconds });
  for (const [at, one] of cases.entries()) {
    const taxId = cnpjOf(50_000_000 + at);
    await load(taxId, one.source, 'sound');
    parties.push({ ...one, ...(await deployment.openCompany({ taxId })) });
  }
  await until('what is sound has come', async () => (await rows()).every(({ lastNsu }) => lastNsu === BigInt(sound)));
  await em().execute(keepStates);
  const rules = parties.map(({ rule, source, company }) => ({
    ...rule,
    service: services[source],
    cnpj: company.taxId,
  }));
  await deployment.authority.control('PUT', '/scenario', rules);
  await Promise.all(parties.map(({ company, source }) => load(company.taxId, source, 'rest')));
});
afterAll(async () => {
  await deployment?.close();
});

test.each(cases.map((one, at) => ({ ...one, at })))('$source: $wrong', async ({ at, source, ...wanted }) => {
  const { erp } = parties[at]!;
  const { faults = {}, passes, call } = wanted;
  const unreadable = wanted.unreadable ?? Object.keys(faults).length;
  const row = await until('it is where the queue ends', async () => {
    const found = await rowOf(parties[at]!);
    // If a busy machine is too late with an answer, that counts as a failure until the next answer.
    return found.status === 'ACTIVE' && found.lastNsu === queueEnds[source] && found.failures === 0 && found;
  });
  expect(row).toMatchObject({ reason: null, failures: 0, throttledTimes: 0, unreadable });
  const { body } = await erp.call('GET', '/v1/received-documents/distribution');
  expect(body['sources']).toContainEqual(
    expect.objectContaining({ source, status: 'ACTIVE', reason: null, nsu: String(row.lastNsu), unreadable }),
  );

  const files = await filesOf(parties[at]!);
  const nsus = wanted.nsus ?? Array.from({ length: Number(queueEnds[source]) }, (_, index) => index + 1);
  expect(files.map(({ nsu }) => Number(nsu))).toEqual(nsus);
  const broken = files.filter(({ fault }) => fault !== null && fault !== undefined);
  expect(broken.map(({ nsu }) => Number(nsu))).toEqual(Object.keys(faults).map(Number));
  for (const { nsu, fault, receivedDocument, content } of broken) {
    expect(fault).toMatch(faults[Number(nsu)]!);
    expect(receivedDocument ?? null).toBeNull();
    expect(content.length).toBeGreaterThan(0);
  }
  const passed = await passedBy(row);
  expect(passed.map(({ status }) => status)).toEqual(passes?.states ?? []);
  if (passes) expect(passed.at(-1)?.reason).toMatch(passes.reason);
  if (call) expect(await callsOf(parties[at]!)).toContainEqual(expect.objectContaining(call));
});

test('a note whose signature does not hold, or that has been given another key, is kept and flagged', async () => {
  for (const how of ['brokenSignature', 'anotherKey']) {
    const { company } = parties.find(({ wrong }) => wrong === how)!;
    const [row] = await em().find(ReceivedDocument, { company: company.id, nsu: 5n });
    expect(row).toMatchObject({ schemaType: 'PROC_NFE', signature: 'INVALID', signatureFault: expect.any(String) });
    const [file] = (await filesOf({ company, source: 'NFE' })).filter(({ nsu }) => nsu === 5n);
    expect(gunzipSync(file!.content).toString()).toContain(row!.accessKey);
  }
});

test('a document that came under an NSU of another is in the record of calls', async () => {
  for (const party of parties.filter(({ wrong }) => wrong === 'an NSU lower than ours')) {
    const answers = (await callsOf(party)).map(({ answer }) => answer ?? '');
    expect(answers.some((answer) => /H4sI/.test(answer))).toBe(true);
  }
});

test('what was wrong with an answer is no fault of ours', async () => {
  const log = await deployment.workerLog();
  expect(log.split('\n').filter((line) => /"level":"error"/.test(line))).toEqual([]);
  expect(log).toContain('the authority did not answer');
});

function em() {
  return acrossCompanies(deployment.orm);
}

function rowOf({ company, source }: Pick<Party, 'company' | 'source'>): Promise<Distribution> {
  return em().findOneOrFail(Distribution, { company: company.id, source });
}

/** The rows of distribution that the cases are about. */
async function rows(): Promise<Distribution[]> {
  const all = await em().findAll(Distribution);
  return parties.flatMap(({ company, source }) =>
    all.filter((row) => row.company === company.id && row.source === source),
  );
}

function filesOf({ company, source }: Pick<Party, 'company' | 'source'>): Promise<ReceivedFile[]> {
  const where = { company: company.id, source };
  return em().find(ReceivedFile, where, { orderBy: { nsu: 'asc' }, populate: ['content'] });
}

function callsOf({ company, source }: Pick<Party, 'company' | 'source'>): Promise<AuthorityCall[]> {
  const where = { company: company.id, service: services[source] };
  return em().find(AuthorityCall, where, { orderBy: { startedAt: 'asc' }, populate: ['answer'] });
}

/** A trigger that records every state but ACTIVE of a row: a state lasts for seconds, and polling on a busy machine would miss it. */
const keepStates = `
  create table passed_state (id bigserial primary key, distribution uuid not null, status text not null, reason text);
  create function keep_state() returns trigger language plpgsql security definer as $$ begin
    insert into passed_state (distribution, status, reason) values (new.id, new.status, new.reason);
    return null;
  end $$;
  create trigger keep_state after update on distribution for each row
    when (old.status is distinct from new.status and new.status <> 'ACTIVE') execute function keep_state()`;

function passedBy({ id }: Distribution): Promise<{ status: string; reason: string | null }[]> {
  return em().execute('select status, reason from passed_state where distribution = ? order by passed_state.id', [id]);
}

/** Loads the documents before the bad answer, or the rest. */
async function load(taxId: string, source: DistributionSource, what: 'sound' | 'rest'): Promise<void> {
  const recipient = { taxId };
  const goods =
    what === 'sound'
      ? [{ issuer: supplier, recipient, count: sound }]
      : [
          { issuer: supplier, recipient },
          { issuer: supplier, recipient: somebody, carrier: taxId, events: [{ tpEvento: '110110' }] },
        ];
  const done = [{ issuer: supplier, taker: recipient, count: what === 'sound' ? sound : 2 }];
  await deployment.authority.control('POST', '/distribution', source === 'NFE' ? { notes: goods } : { nfse: done });
}

function without(source: DistributionSource, missing: number): number[] {
  const all = Array.from({ length: Number(queueEnds[source]) }, (_, at) => at + 1);
  return all.filter((nsu) => nsu !== missing);
}
