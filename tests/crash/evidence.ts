import { expect } from 'vitest';
import { type Count, traitsOf } from '../../domain/document-types.ts';
import { Document } from '../../domain/documents/document.entity.ts';
import { Emission } from '../../domain/documents/emission.entity.ts';
import { acrossCompanies } from '../../operations/in-company.ts';
import type { Deployment } from '../support/servers/deployment.ts';
import { until } from '../support/checks/until.ts';

/** A message about a note of goods, or about a DPS, which has an Id in place of an access key. */
type Exchange = { chNFe: string | null; id: string | null };
type Heard = { sequence: number; at: string; service: string; cStat: number | string | null; outcome: string | null };

/** Services to which notes are sent to be authorized. */
const sending = ['NfeAutorizacao', 'NfseEmissao'];

/** All documents, in the order of their numbers. */
export function documents({ orm }: Pick<Deployment, 'orm'>): Promise<Document[]> {
  return acrossCompanies(orm).findAll(Document, { orderBy: { number: 'asc', id: 'asc' } });
}

/** Access keys of the notes of goods and NFS-e that the authorities hold. */
export async function registered({ authority }: Pick<Deployment, 'authority'>): Promise<string[]> {
  const [goods, services] = await Promise.all([
    authority.control<{ chNFe: string }[]>('GET', '/documents'),
    authority.control<{ chNFSe: string }[]>('GET', '/nfse'),
  ]);
  return [...goods.map(({ chNFe }) => chNFe), ...services.map(({ chNFSe }) => chNFSe)];
}

/** How often each note was sent to be authorized: of goods by access key, of services by the Id of the DPS. */
export async function sends({ authority }: Pick<Deployment, 'authority'>): Promise<Map<string, number>> {
  const times = new Map<string, number>();
  const exchanges = sending.map((service) => authority.control<Exchange[]>('GET', `/exchanges?service=${service}`));
  for (const { chNFe, id } of (await Promise.all(exchanges)).flat()) {
    const subject = chNFe ?? id ?? '';
    times.set(subject, (times.get(subject) ?? 0) + 1);
  }
  return times;
}

/** The notes that were not sent exactly once, each with all exchanges of the authority and all our rows about it, in order. */
export async function notSentOnce(deployment: Pick<Deployment, 'authority' | 'orm'>): Promise<object[]> {
  const others = [...(await sends(deployment))].filter(([, times]) => times !== 1);
  return Promise.all(
    others.map(async ([subject]) => {
      const said = await acrossCompanies(deployment.orm).execute<object[]>(
        `select service, started_at, ended_at, c_stat, fault from authority_call where subject = ? order by started_at`,
        [subject],
      );
      return { subject, heard: await heardAbout(deployment, subject), said };
    }),
  );
}

async function heardAbout({ authority }: Pick<Deployment, 'authority'>, subject: string): Promise<Heard[]> {
  const found = ['chNFe', 'id'].map((field) =>
    authority.control<Heard[]>('GET', `/exchanges?${field}=${encodeURIComponent(subject)}`),
  );
  const bySequence = new Map((await Promise.all(found)).flat().map((heard) => [heard.sequence, heard]));
  return [...bySequence.values()].toSorted((one, other) => one.sequence - other.sequence);
}

/**
 * Waits until `count` documents are authorized (possibly cancelled afterwards), and expects that each was issued once: the authority has
 * the same notes under the same keys, each was sent once, and each count has consecutive numbers from 1.
 */
export async function expectEachIssuedOnce(deployment: Deployment, count: number, withinMs = 600_000): Promise<void> {
  const isEverySettled = async (): Promise<boolean> =>
    (await documents(deployment)).every(({ status }) => status !== 'PROCESSING');
  await until('every document is settled', isEverySettled, withinMs).catch(() => {}); // the expectations below describe a failure better
  const ours = await documents(deployment);
  const ends = ours.map(({ status, rejectionReason, waitingFor }) => rejectionReason ?? waitingFor ?? status);
  const unissued = ends.filter((end) => end !== 'AUTHORIZED' && end !== 'CANCELLED');
  expect({ issued: ours.length - unissued.length, unissued }).toEqual({ issued: count, unissued: [] });
  for (const numbers of numbersOf(ours).values()) expect(numbers).toEqual(numbers.map((_, at) => at + 1));

  const keys = ours.map(({ accessKey }) => accessKey).toSorted();
  expect((await registered(deployment)).toSorted()).toEqual(keys);
  const emissions = await acrossCompanies(deployment.orm).findAll(Emission);
  const subjects = emissions.map(({ subject }) => subject).toSorted();
  expect(subjects).toHaveLength(count);
  expect([...(await sends(deployment)).keys()].toSorted()).toEqual(subjects);
  expect(await notSentOnce(deployment)).toEqual([]);
}

/** The numbers drawn from each count, in order. */
function numbersOf(all: readonly Document[]): Map<Count, number[]> {
  const numbers = new Map<Count, number[]>();
  for (const { type, number } of all) {
    const { numberedAs } = traitsOf[type];
    numbers.set(numberedAs, [...(numbers.get(numberedAs) ?? []), number]);
  }
  return numbers;
}
