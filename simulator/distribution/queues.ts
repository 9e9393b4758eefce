import type { Place } from '../register/journal.ts';
import type { EventRecord, NoteRecord, RawRecord } from '../register/records.ts';
import type { Environment } from '../transport/endpoints.ts';
import type { Delivery } from './interest.ts';
import { deliveriesOfEvent, deliveriesOfNote } from './interest.ts';

/** One document in the queue of a taxpayer; `since` is the instant from which its 90 days count. */
export type Entry = { nsu: number; since: string; chNFe: string | null; what: Content };

/** What the entry hands out, rendered when it is asked for. */
export type Content =
  { summary: NoteRecord } | { note: NoteRecord } | { event: EventRecord } | { raw: RawRecord; place: Place };

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
