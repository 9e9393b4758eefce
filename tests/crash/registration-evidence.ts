import { expect } from '@jest/globals';
import { DocumentEvent } from '../../domain/documents/events/document-event.entity.ts';
import { Inutilization } from '../../domain/inutilizations/inutilization.entity.ts';
import { Event } from '../../domain/webhooks/event.entity.ts';
import { acrossCompanies } from '../../operations/in-company.ts';
import type { Deployment } from '../support/deployment.ts';
import { documents } from './evidence.ts';
import type { RegistrationRequest, Subject } from './registration-requests.ts';

type EventSubject = Extract<Subject, { chNFe: string }>;
type RangeSubject = Extract<Subject, { first: number }>;

/** Something registered, in a form that the authority's records and our rows share. */
type Entry = { about: string; protocol: string | null };
/** Our row about a request: its entry, the Id that it is sent under, and whether it is settled. */
type Row = Entry & { id: string; sentAs: string; isSettled: boolean };

/** Our rows about these requests, in the order of what they are about. */
export async function rowsAbout(deployment: Deployment, requests: readonly RegistrationRequest[]): Promise<Row[]> {
  const asked = new Set(requests.map(wordsOf));
  return (await rowsBeside(deployment, requests)).filter(({ about }) => asked.has(about));
}

/** Those rows, and all others of the same notes and series. */
async function rowsBeside({ orm }: Deployment, requests: readonly RegistrationRequest[]): Promise<Row[]> {
  const em = acrossCompanies(orm);
  const { events, ranges } = subjectsOf(requests);
  const whole = { populate: ['signedXml'] } as const;
  const [known, given] = await Promise.all([
    em.find(DocumentEvent, { document: { $in: events.map(({ documentId }) => documentId) } }, whole),
    em.find(Inutilization, { series: { $in: ranges.map(({ series }) => series) } }, whole),
  ]);
  const keys = new Map(events.map(({ documentId, chNFe }) => [documentId, chNFe]));
  return inOrder([
    ...known.map(({ id, document, code, sequence, status, protocol, signedXml }) => ({
      ...{ id, about: `${code} ${keys.get(document)} ${sequence}`, protocol: protocol ?? null },
      ...{ sentAs: idIn(signedXml), isSettled: status === 'REGISTERED' },
    })),
    ...given.map(({ id, series, startNumber, endNumber, status, protocol, signedXml }) => ({
      ...{ id, about: `${series}: ${startNumber}-${endNumber}`, protocol: protocol ?? null },
      ...{ sentAs: idIn(signedXml), isSettled: status === 'AUTHORIZED' },
    })),
  ]);
}

/** What the authority has registered about these requests, with repetitions. */
export async function registeredOf(
  { authority }: Deployment,
  requests: readonly RegistrationRequest[],
): Promise<Entry[]> {
  const { events, ranges } = subjectsOf(requests);
  type Known = { chNFe: string; tpEvento: string; nSeqEvento: number; nProt: string };
  type Given = { series: { series: number }; first: number; last: number; nProt: string };
  const keys = [...new Set(events.map(({ chNFe }) => chNFe))];
  const series = new Set(ranges.map((range) => range.series));
  const [known, given] = await Promise.all([
    Promise.all(keys.map((key) => authority.control<Known[]>('GET', `/documents/${key}/events`))),
    authority.control<Given[]>('GET', '/inutilizations'),
  ]);
  return inOrder([
    ...known.flat().map(({ chNFe, tpEvento, nSeqEvento, nProt }) => ({
      about: `${tpEvento} ${chNFe} ${nSeqEvento}`,
      protocol: nProt,
    })),
    ...given
      .filter((one) => series.has(one.series.series))
      .map(({ series: of, first, last, nProt }) => ({ about: `${of.series}: ${first}-${last}`, protocol: nProt })),
  ]);
}

/**
 * Proves that each request ended in one stored result and one registration at the authority, with one protocol; that an event was sent
 * once, and a range again only to learn its first protocol; and that webhooks tell each cancellation and range once.
 */
export async function expectEachDoneOnce(
  deployment: Deployment,
  requests: readonly RegistrationRequest[],
): Promise<void> {
  const rows = await rowsBeside(deployment, requests);
  expect(rows.filter(({ isSettled }) => !isSettled)).toEqual([]);
  expect(rows.map(({ about }) => about)).toEqual(requests.map(wordsOf).toSorted());
  const ours = rows.map(({ about, protocol }) => ({ about, protocol }));
  expect(await registeredOf(deployment, requests)).toEqual(ours);

  const sends = await sendsOf(deployment);
  for (const { about, sentAs } of rows) {
    const { answers = [], messages = new Set() } = sends.get(sentAs) ?? {};
    expect({ about, different: messages.size }).toEqual({ about, different: 1 });
    if (isRange(about)) expect(answers.join()).toMatch(/^102(,563)*$/);
    else expect({ about, answers }).toEqual({ about, answers: [135] });
  }
  await expectToldOnce(deployment, requests, rows);
}

async function expectToldOnce(
  deployment: Deployment,
  requests: readonly RegistrationRequest[],
  rows: readonly Row[],
): Promise<void> {
  const { events } = subjectsOf(requests);
  const cancelled = events.filter(({ code }) => code === '110111').map(({ documentId }) => documentId);
  const touched = new Set(events.map(({ documentId }) => documentId));
  const notes = (await documents(deployment)).filter(({ id }) => touched.has(id));
  const ended = notes.filter(({ status }) => status === 'CANCELLED').map(({ id }) => id);
  expect(ended.toSorted()).toEqual(cancelled.toSorted());

  const em = acrossCompanies(deployment.orm);
  const cancellations = await em.find(Event, { type: 'DOCUMENT_CANCELLED', document: { $in: [...touched] } });
  expect(cancellations.map(({ document }) => document).toSorted()).toEqual(cancelled.toSorted());
  const given = rows.filter(({ about }) => isRange(about)).map(({ id }) => id);
  const told = (await em.find(Event, { type: 'DOCUMENT_INUTILIZED' })).map(({ data }) => data['inutilizationId']);
  expect(told.filter((id) => given.includes(String(id))).toSorted()).toEqual(given.toSorted());
}

type Sends = { answers: (number | null)[]; messages: Set<string> };

/** All messages about events and ranges that arrived, by their Id. */
async function sendsOf({ authority }: Deployment): Promise<Map<string, Sends>> {
  type Exchange = { id: string | null; cStat: number | null; sha256: string };
  const services = ['RecepcaoEvento', 'NfeInutilizacao'];
  const exchanges = services.map((service) => authority.control<Exchange[]>('GET', `/exchanges?service=${service}`));
  const sends = new Map<string, Sends>();
  for (const { id, cStat, sha256 } of (await Promise.all(exchanges)).flat()) {
    const known = sends.get(id ?? '') ?? { answers: [], messages: new Set() };
    known.answers.push(cStat);
    known.messages.add(sha256);
    sends.set(id ?? '', known);
  }
  return sends;
}

/** How many messages about events and ranges have arrived. */
export async function sendCount(deployment: Deployment): Promise<number> {
  return [...(await sendsOf(deployment)).values()].reduce((count, { answers }) => count + answers.length, 0);
}

function subjectsOf(requests: readonly RegistrationRequest[]): { events: EventSubject[]; ranges: RangeSubject[] } {
  const subjects = requests.map(({ subject }) => subject);
  return {
    events: subjects.filter((subject) => 'chNFe' in subject),
    ranges: subjects.filter((subject) => 'first' in subject),
  };
}

function wordsOf({ subject }: RegistrationRequest): string {
  if ('chNFe' in subject) return `${subject.code} ${subject.chNFe} ${subject.sequence}`;
  return `${subject.series}: ${subject.first}-${subject.last}`;
}

const isRange = (about: string): boolean => about.includes(':');

const inOrder = <One extends Entry>(entries: One[]): One[] =>
  entries.toSorted((one, other) => (one.about < other.about ? -1 : 1));

function idIn(signedXml: string | null | undefined): string {
  return / Id="(\w+)"/.exec(signedXml ?? '')?.[1] ?? '';
}
