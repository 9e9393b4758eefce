import { expect } from 'vitest';
import { DocumentEvent } from '../../domain/documents/events/document-event.entity.ts';
import { Inutilization } from '../../domain/documents/inutilization.entity.ts';
import { Event } from '../../domain/webhooks/event.entity.ts';
import { acrossCompanies } from '../../operations/in-company.ts';
import type { Deployment } from '../support/servers/deployment.ts';
import { documents } from './evidence.ts';
import type { EventSubject, RangeSubject, RegistrationRequest } from './registration-requests.ts';

/** What a request is about. */
type About = Pick<RegistrationRequest, 'subject'>;

/** A registration, in a form that the authority's records and our rows share. */
type Entry = { about: string; protocol: string | null };
/** Our row about a request, the Id under which it is sent, and whether it is settled. */
type Row = Entry & { id: string; sentAs: string; isSettled: boolean };

/** Our rows about these requests, in the order of what they are about. */
export async function rowsAbout(deployment: Deployment, requests: readonly About[]): Promise<Row[]> {
  const asked = new Set(requests.map(wordsOf));
  return (await rowsBeside(deployment, requests)).filter(({ about }) => asked.has(about));
}

/** Those rows, and all other rows of the same notes and series. */
async function rowsBeside({ orm }: Deployment, requests: readonly About[]): Promise<Row[]> {
  const em = acrossCompanies(orm);
  const { events, ranges } = subjectsOf(requests);
  const whole = { populate: ['signedXml'] } as const;
  const about = events.map(({ documentId }) => documentId);
  const [known, given] = await Promise.all([
    em.find(DocumentEvent, { $or: [{ document: { $in: about } }, { receivedDocument: { $in: about } }] }, whole),
    em.find(Inutilization, { series: { $in: ranges.map(({ series }) => series) } }, whole),
  ]);
  const keys = new Map(events.map(({ documentId, accessKey }) => [documentId, accessKey]));
  return inOrder([
    ...known.map(({ id, document, receivedDocument, code, sequence, status, protocol, signedXml }) => ({
      ...{
        id,
        about: `${code} ${keys.get(document ?? receivedDocument ?? '')} ${sequence}`,
        protocol: protocol ?? null,
      },
      ...{ sentAs: idIn(signedXml), isSettled: status === 'REGISTERED' },
    })),
    ...given.map(({ id, series, startNumber, endNumber, status, protocol, signedXml }) => ({
      ...{ id, about: `${series}: ${startNumber}-${endNumber}`, protocol: protocol ?? null },
      ...{ sentAs: idIn(signedXml), isSettled: status === 'AUTHORIZED' },
    })),
  ]);
}

/** The authority's registrations about these requests, repetitions included. */
export async function registeredOf({ authority }: Deployment, requests: readonly About[]): Promise<Entry[]> {
  const { events, ranges } = subjectsOf(requests);
  type Given = { series: { series: number }; first: number; last: number; nProt: string };
  const keys = [...new Set(events.map(({ accessKey }) => accessKey))];
  const series = new Set(ranges.map((range) => range.series));
  const [known, given] = await Promise.all([
    Promise.all(keys.map((key) => eventsOf(authority, key))),
    authority.control<Given[]>('GET', '/inutilizations'),
  ]);
  return inOrder([
    ...known.flat(),
    ...given
      .filter((one) => series.has(one.series.series))
      .map(({ series: of, first, last, nProt }) => ({ about: `${of.series}: ${first}-${last}`, protocol: nProt })),
  ]);
}

/** The authority's events of a note; those of an NFS-e come from another route. */
async function eventsOf(authority: Deployment['authority'], accessKey: string): Promise<Entry[]> {
  type Known = { tpEvento: string; nSeqEvento: number; nProt: string };
  type KnownOfService = { tpEvento: string; nSeqEvento: number; nDFSe: number };
  if (!isService(accessKey)) {
    const known = await authority.control<Known[]>('GET', `/documents/${accessKey}/events`);
    return known.map(({ tpEvento, nSeqEvento, nProt }) => ({
      about: `${tpEvento} ${accessKey} ${nSeqEvento}`,
      protocol: nProt,
    }));
  }
  const { events } = await authority.control<{ events: KnownOfService[] }>('GET', `/nfse/${accessKey}`);
  return events.map(({ tpEvento, nSeqEvento, nDFSe }) => ({
    about: `${tpEvento} ${accessKey} ${nSeqEvento}`,
    protocol: String(nDFSe),
  }));
}

/**
 * Expects that each request ended in one stored result and one registration at the authority, with one protocol. An event was sent once; a
 * range again only to learn its first protocol; the event of a replaced NFS-e never, as its authority makes it. Webhooks report each
 * cancellation and range once.
 */
export async function expectEachDoneOnce(deployment: Deployment, requests: readonly About[]): Promise<void> {
  const rows = await rowsBeside(deployment, requests);
  expect(rows.filter(({ isSettled }) => !isSettled)).toEqual([]);
  expect(rows.map(({ about }) => about)).toEqual(requests.map(wordsOf).toSorted());
  const ours = rows.map(({ about, protocol }) => ({ about, protocol }));
  expect(await registeredOf(deployment, requests)).toEqual(ours);

  const sends = await sendsOf(deployment);
  for (const { about, sentAs } of rows) {
    const { answers = [], messages = new Set() } = sends.get(sentAs) ?? {};
    expect({ about, different: messages.size }).toEqual({ about, different: isReplacement(about) ? 0 : 1 });
    if (isRange(about)) expect(answers.join()).toMatch(/^102(,563)*$/);
    else expect({ about, answers }).toEqual({ about, answers: answersTo(about) });
  }
  await expectToldOnce(deployment, requests, rows);
}

async function expectToldOnce(deployment: Deployment, requests: readonly About[], rows: readonly Row[]): Promise<void> {
  const { events } = subjectsOf(requests);
  const cancelled = events.filter(({ code }) => cancellations.includes(code)).map(({ documentId }) => documentId);
  const touched = new Set(events.map(({ documentId }) => documentId));
  const notes = (await documents(deployment)).filter(({ id }) => touched.has(id));
  const ended = notes.filter(({ status }) => status === 'CANCELLED').map(({ id }) => id);
  expect(ended.toSorted()).toEqual(cancelled.toSorted());

  const em = acrossCompanies(deployment.orm);
  const ends = await em.find(Event, { type: 'DOCUMENT_CANCELLED', document: { $in: [...touched] } });
  expect(ends.map(({ document }) => document).toSorted()).toEqual(cancelled.toSorted());
  const given = rows.filter(({ about }) => isRange(about)).map(({ id }) => id);
  const told = (await em.find(Event, { type: 'DOCUMENT_INUTILIZED' })).map(({ data }) => data['inutilizationId']);
  expect(told.filter((id) => given.includes(String(id))).toSorted()).toEqual(given.toSorted());
}

type Sends = { answers: (number | null)[]; messages: Set<string> };

/** All messages about events and ranges that arrived, by Id. */
async function sendsOf({ authority }: Deployment): Promise<Map<string, Sends>> {
  type Exchange = { id: string | null; cStat: number | null; sha256: string };
  const services = ['RecepcaoEvento', 'NfseEvento', 'NfeInutilizacao'];
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

function subjectsOf(requests: readonly About[]): { events: EventSubject[]; ranges: RangeSubject[] } {
  const subjects = requests.map(({ subject }) => subject);
  return {
    events: subjects.filter((subject) => 'accessKey' in subject),
    ranges: subjects.filter((subject) => 'first' in subject),
  };
}

function wordsOf({ subject }: About): string {
  if ('accessKey' in subject) return `${subject.code} ${subject.accessKey} ${subject.sequence}`;
  return `${subject.series}: ${subject.first}-${subject.last}`;
}

/** tpEvento of what ends a note: of goods, of an NFS-e, and of an NFS-e that was replaced. */
const cancellations = ['110111', '101101', '105102'];

/** An NFS-e has the longer key. */
const isService = (accessKey: string): boolean => accessKey.length === 50;

const isReplacement = (about: string): boolean => about.startsWith('105102');

/** The authority's codes that accept an event; null for an NFS-e, whose events have no code. */
function answersTo(about: string): (number | null)[] {
  if (isReplacement(about)) return [];
  return about.startsWith('101101') ? [null] : [135];
}

const isRange = (about: string): boolean => about.includes(':');

const inOrder = <One extends Entry>(entries: One[]): One[] =>
  entries.toSorted((one, other) => (one.about < other.about ? -1 : 1));

function idIn(signedXml: string | null | undefined): string {
  return / Id="(\w+)"/.exec(signedXml ?? '')?.[1] ?? '';
}
