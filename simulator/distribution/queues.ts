import { cancellationOf, isAuthorized, isManifestation, releasesNote } from '../events/event.ts';
import { accessKey, isCnpj, isCpf } from '../identifiers.ts';
import type { Place } from '../register/journal.ts';
import type { EventRecord, NoteRecord, RawRecord } from '../register/records.ts';
import type { Environment } from '../transport/endpoints.ts';

/** One document in the queue of a taxpayer; `since` is the instant from which its 90 days count. */
export type Entry = { nsu: number; since: string; chNFe: string | null; what: Content };

/** What an entry contains; it is rendered when a taxpayer asks for it. */
export type Content =
  | { summary: NoteRecord }
  | { note: NoteRecord }
  | { event: EventRecord }
  | { raw: RawRecord; place: Place };

/**
 * The queue of each taxpayer in each environment. An NSU is a position, counted from 1: queues are made from the journal of
 * the register, in its order, so that a restart makes the same ones.
 */
export class Queues {
  readonly #queues = new Map<string, Entry[]>();

  /** What there is for a CNPJ or CPF, in ascending NSU. */
  of(environment: Environment, holder: string): readonly Entry[] {
    return this.#queues.get(`${environment}/${holder}`) ?? [];
  }

  /** The highest NSU of every queue, by environment and CNPJ or CPF. */
  sizes(): Map<string, number> {
    return new Map([...this.#queues].map(([key, queue]) => [key, queue.length]));
  }

  keepNote(note: NoteRecord): void {
    this.#deliver(note, note.dhRecbto, deliveriesOfNote(note));
  }

  keepEvent(event: EventRecord, note: NoteRecord, earlier: readonly EventRecord[]): void {
    this.#deliver(note, event.dhRegEvento, deliveriesOfEvent(event, note, earlier));
  }

  keepRaw(raw: RawRecord, place: Place): void {
    this.#append(raw.environment, raw.holder, { since: raw.since, chNFe: raw.chNFe, what: { raw, place } });
  }

  #deliver(note: NoteRecord, since: string, deliveries: readonly Delivery[]): void {
    for (const { holder, what } of deliveries) {
      this.#append(note.environment, holder, { since, chNFe: note.chNFe, what: contentOf(note, what) });
    }
  }

  #append(environment: Environment, holder: string, entry: Omit<Entry, 'nsu'>): void {
    const key = `${environment}/${holder}`;
    const queue = this.#queues.get(key) ?? [];
    queue.push({ nsu: queue.length + 1, ...entry });
    this.#queues.set(key, queue);
  }
}

function contentOf(note: NoteRecord, what: Delivery['what']): Content {
  if (what === 'summary') return { summary: note };
  return what === 'note' ? { note } : { event: what };
}

/** What one taxpayer gets of a note: its summary, the note itself, or one of its events. */
type Delivery = { holder: string; what: 'summary' | 'note' | EventRecord };

type Parties = { issuer: string; recipient: string | undefined; carrier: string | undefined; third: readonly string[] };

/**
 * Who gets what when a note is authorized or denied (NT 2014.002 v1.40, table of section 3): the recipient a summary; the carrier and the
 * persons in `autXML` the note; the issuer nothing. A carrier or third person who is also the recipient is treated as the recipient.
 */
function deliveriesOfNote(note: NoteRecord): Delivery[] {
  const parties = partiesOf(note);
  if (!parties) return [];
  const { recipient } = parties;
  return [
    ...(recipient === undefined ? [] : [{ holder: recipient, what: 'summary' as const }]),
    ...(isAuthorized(note) ? others(parties).map((holder) => ({ holder, what: 'note' as const })) : []),
  ];
}

/**
 * Who gets what when an event is registered (same table). A manifestation goes to issuer and third persons, and releases the note and its
 * events to the recipient, unless it disowns the operation. An event of the issuer goes to all others; a recipient who has only the summary
 * gets a cancellation alone. A carrier that an event gives access gets the note (NT 2020.007 v1.40), and from then on what third persons
 * get.
 */
function deliveriesOfEvent(event: EventRecord, note: NoteRecord, earlier: readonly EventRecord[]): Delivery[] {
  const parties = partiesOf(note, earlier);
  if (!parties) return [];
  const usual = isOfRecipient(event, parties)
    ? ofRecipient(event, parties, earlier)
    : ofIssuer(event, parties, earlier);
  return event.access ? [...usual, { holder: event.access.taxId, what: 'note' }] : usual;
}

/** Whether the recipient is the author: of a manifestation, or of an event of the reform. */
function isOfRecipient(event: EventRecord, { recipient }: Parties): boolean {
  return isManifestation(event) || (event.author !== undefined && event.author === recipient);
}

/** Whether the recipient of a note may have the complete note. */
export function isReleased(events: readonly EventRecord[]): boolean {
  return events.some(releasesNote);
}

/** The parties of a note, with those that its events give access; undefined for an NFC-e, which is not distributed. */
export function partiesOf(note: NoteRecord, events: readonly EventRecord[] = []): Parties | undefined {
  const key = accessKey(note.chNFe);
  if (key?.model !== '55') return undefined;
  const issuer = isCnpj(key.issuer) ? key.issuer : key.issuer.slice(3);
  const recipient = asTaxpayer(note.recipient);
  return {
    issuer,
    recipient: recipient === issuer ? undefined : recipient,
    carrier: asTaxpayer(note.carrier),
    third: [...(note.authorized ?? []), ...events.flatMap(({ access }) => access?.taxId ?? [])],
  };
}

function ofRecipient(event: EventRecord, parties: Parties, earlier: readonly EventRecord[]): Delivery[] {
  const { issuer, recipient, third } = parties;
  const holders = new Set([issuer, ...third.filter((holder) => holder !== recipient)]);
  const toOthers = [...holders].map((holder) => ({ holder, what: event }));
  if (recipient === undefined || !releasesNote(event) || isReleased(earlier)) return toOthers;
  const heldBack = earlier.filter((one) => !isOfRecipient(one, parties) && cancellationOf([one]) === undefined);
  return [
    ...toOthers,
    { holder: recipient, what: 'note' },
    ...heldBack.map((one) => ({ holder: recipient, what: one })),
  ];
}

function ofIssuer(event: EventRecord, parties: Parties, earlier: readonly EventRecord[]): Delivery[] {
  const { recipient } = parties;
  const recipientToo = cancellationOf([event]) !== undefined || isReleased(earlier);
  const holders = [...(recipient !== undefined && recipientToo ? [recipient] : []), ...others(parties)];
  return holders.map((holder) => ({ holder, what: event }));
}

/** The carrier and third persons, without recipient and issuer. */
function others({ issuer, recipient, carrier, third }: Parties): string[] {
  const named = [...(carrier === undefined ? [] : [carrier]), ...third];
  return [...new Set(named)].filter((holder) => holder !== issuer && holder !== recipient);
}

function asTaxpayer(text: string | undefined): string | undefined {
  return text !== undefined && (isCnpj(text) || isCpf(text)) ? text : undefined;
}
