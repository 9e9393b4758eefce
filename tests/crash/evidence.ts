import { expect } from '@jest/globals';
import { Document } from '../../domain/documents/document.entity.ts';
import { acrossCompanies } from '../../operations/in-company.ts';
import type { Deployment } from '../support/deployment.ts';
import { until } from '../support/until.ts';

type Exchange = { chNFe: string; service: string };
type Registered = { chNFe: string; cStat: number };

/** Every document there is, in the order of their numbers. */
export function documents({ orm }: Pick<Deployment, 'orm'>): Promise<Document[]> {
  return acrossCompanies(orm).findAll(Document, { orderBy: { number: 'asc', id: 'asc' } });
}

/** The notes that the authority holds. */
export function registered({ authority }: Pick<Deployment, 'authority'>): Promise<Registered[]> {
  return authority.control('GET', '/documents');
}

/** How often each key was sent to be authorized. */
export async function sends({ authority }: Pick<Deployment, 'authority'>): Promise<Map<string, number>> {
  const times = new Map<string, number>();
  for (const { chNFe } of await authority.control<Exchange[]>('GET', '/exchanges?service=NfeAutorizacao')) {
    times.set(chNFe, (times.get(chNFe) ?? 0) + 1);
  }
  return times;
}

/**
 * Waits until `count` documents are authorized, cancelled since or not, and proves that each was issued once: the authority has as many
 * notes as we have documents, under the same keys, each sent once, with consecutive numbers from 1.
 */
export async function expectEachIssuedOnce(deployment: Deployment, count: number, withinMs = 90_000): Promise<void> {
  const isEverySettled = async (): Promise<boolean> =>
    (await documents(deployment)).every(({ status }) => status !== 'PROCESSING');
  await until('every document is settled', isEverySettled, withinMs).catch(() => {}); // the checks below report a failure better
  const ours = await documents(deployment);
  const ends = ours.map(({ status, rejectionReason, waitingFor }) => rejectionReason ?? waitingFor ?? status);
  const unissued = ends.filter((end) => end !== 'AUTHORIZED' && end !== 'CANCELLED');
  expect({ issued: ours.length - unissued.length, unissued }).toEqual({ issued: count, unissued: [] });
  expect(ours.map(({ number }) => number)).toEqual(Array.from({ length: count }, (_, at) => at + 1));

  const keys = ours.map(({ accessKey }) => accessKey).toSorted();
  const theirs = await registered(deployment);
  expect(theirs.map(({ chNFe }) => chNFe).toSorted()).toEqual(keys);
  expect(Object.fromEntries(await sends(deployment))).toEqual(Object.fromEntries(keys.map((key) => [key, 1])));
}
