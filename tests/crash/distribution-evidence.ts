import { expect } from 'vitest';
import type { Company } from '../../domain/companies/company.entity.ts';
import { Distribution } from '../../domain/received/distribution.entity.ts';
import type { DistributionSource } from '../../domain/received/kinds.ts';
import { Payable } from '../../domain/received/payable.entity.ts';
import { ReceivedDocument } from '../../domain/received/received-document.entity.ts';
import { ReceivedFile } from '../../domain/received/received-file.entity.ts';
import { acrossCompanies } from '../../operations/in-company.ts';
import type { Deployment } from '../support/servers/deployment.ts';
import { until } from '../support/checks/until.ts';
import { queueOf } from './authority-queue.ts';
import type { Expected } from './distribution-supply.ts';

/** A question in the authority's own log. */
export type Heard = {
  source: 'nfe' | 'nfse';
  taxId: string;
  asked: string;
  cStat: number | string | null;
  ultNSU: number | null;
  gapSeconds: number | null;
  early: boolean;
};

const sources = ['NFE', 'NFSE'] as const;

export function questions({ authority }: Deployment): Promise<Heard[]> {
  return authority.control<Heard[]>('GET', '/distribution/questions');
}

/**
 * Expects that every visit that asked and has no answer had put the next question off by the hour before it asked. Only for the Ambiente
 * Nacional, which counts questions.
 *
 * @returns the number of such questions
 */
export async function expectHourKept({ orm }: Deployment, hourSeconds: number): Promise<number> {
  const rows = await acrossCompanies(orm).find(Distribution, { source: 'NFE', askedAt: { $ne: null } });
  const unheard = rows.filter(({ askedAt, answeredAt }) => askedAt && (!answeredAt || answeredAt < askedAt));
  const waits = unheard.map(({ askedAt, notBefore }) => (notBefore.getTime() - askedAt!.getTime()) / 1_000);
  expect(waits.filter((seconds) => seconds <= hourSeconds)).toEqual([]);
  return unheard.length;
}

/** Waits until the rows of all companies have reached the ends of the authority's queues. */
export async function untilCaughtUp(
  deployment: Deployment,
  companies: readonly Company[],
  withinMs: number,
): Promise<void> {
  const lengthOf = async ({ taxId }: Company, source: DistributionSource): Promise<bigint> => {
    const path = `/distribution?taxId=${taxId}&source=${source.toLowerCase()}`;
    return BigInt((await deployment.authority.control<unknown[]>('GET', path)).length);
  };
  const lengths = await Promise.all(
    companies.flatMap((company) =>
      sources.map(async (source) => `${company.id} ${source} ${await lengthOf(company, source)}`),
    ),
  );
  let stand: string[] = [];
  const isThere = async (): Promise<boolean> => {
    const rows = await acrossCompanies(deployment.orm).findAll(Distribution);
    stand = rows.map(({ company, source, lastNsu }) => `${company} ${source} ${lastNsu}`).sort();
    return stand.join() === lengths.sort().join();
  };
  await until('every queue is taken up', isThere, withinMs).catch(() => expect(stand).toEqual(lengths.sort()));
}

/** Expects that a company's files are its whole queue at a source: every NSU once, byte for byte. Nobody else may ask at the same time. */
export async function expectWholeQueue(
  deployment: Deployment,
  { id, taxId }: Company,
  source: DistributionSource,
): Promise<void> {
  const queue = await queueOf(deployment.authority, taxId, source);
  const where = { company: id, source };
  const files = await acrossCompanies(deployment.orm).find(ReceivedFile, where, {
    populate: ['content'],
    orderBy: { nsu: 'asc' },
  });
  expect(queue.length).toBeGreaterThan(0);
  expect(files.map(({ nsu, schema, fault }) => ({ nsu, schema, fault: fault ?? null }))).toEqual(
    queue.map(({ nsu, schema }) => ({ nsu, schema, fault: null })),
  );
  const different = files.filter(({ content }, at) => !Buffer.from(content).equals(queue[at]!.bytes));
  expect(different.map(({ nsu }) => nsu)).toEqual([]);
}

/** Expects that a company has exactly one row for each of these notes and events, and payables for the notes that stand. */
export async function expectRows({ orm }: Deployment, { id }: Company, expected: readonly Expected[]): Promise<void> {
  const em = acrossCompanies(orm);
  const rows = await em.find(ReceivedDocument, { company: id });
  const notes = rows.filter(({ eventCode }) => eventCode === '');
  const found = notes.map(({ accessKey, schemaType, status, role }) => {
    const events = rows.filter((row) => row.accessKey === accessKey && row.eventCode !== '');
    return { accessKey, schemaType, status, role, events: events.map(({ eventCode }) => eventCode) };
  });
  expect(inOrder(found)).toEqual(inOrder(expected));
  expect(notes.map(({ signature, schemaType }) => signature ?? schemaType).filter((one) => one === 'INVALID')).toEqual(
    [],
  );

  const owed = await em.find(Payable, { company: id });
  const keys = new Map(notes.map((row) => [row.id, row.accessKey]));
  expect(owed.map(({ receivedDocument, status }) => `${keys.get(receivedDocument)} ${status}`).sort()).toEqual(
    expected
      .filter(({ schemaType }) => schemaType === 'NFSE')
      .map(({ accessKey, status }) => `${accessKey} ${status === 'CANCELLED' ? 'CANCELLED' : 'OPEN'}`)
      .sort(),
  );
}

function inOrder<Row extends { accessKey: string }>(rows: readonly Row[]): Row[] {
  return rows.toSorted((one, other) => (one.accessKey < other.accessKey ? -1 : 1));
}
